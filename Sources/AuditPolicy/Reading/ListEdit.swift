import Documents

/// What a text does to a list that it inherits.
///
/// A plain list adds, so that nobody loses a vocabulary by adding a word to it. A mapping says
/// more: `add` and `remove`, or `only` for a list that inherits nothing.
struct ListEdit: Sendable {
    /// A word with its place, for what is only known once the policies it extends are.
    struct Word: Sendable {
        let text: String
        let location: DocumentPlace

        /// The word as a node again, for an error about it.
        var node: DocumentNode {
            DocumentNode(.scalar(DocumentScalar(text: text, isQuoted: false)), at: location)
        }
    }

    private(set) var inherits = true
    private(set) var additions: [Word] = []
    private(set) var removals: [Word] = []

    /// A list of one kind of words.
    init(_ node: DocumentNode, _ log: ProblemLog, of word: TextKind<String>) {
        if case .sequence = node.content {
            additions = Self.words(node, log, word)
            if additions.isEmpty, node.content == .sequence([]) {
                let advice = "'only: []' leaves out what is inherited"
                log.note(DocumentFault("an empty list adds nothing; \(advice)", at: node.location))
            }
            return
        }
        guard case .mapping = node.content, var reader = FieldReader(node, log) else {
            log.note(node.expected("a list, or a mapping with add, remove or only"))
            return
        }
        let only = reader.optional("only", as: .node)
        let add = reader.optional("add", as: .node)
        let remove = reader.optional("remove", as: .node)
        reader.finish()
        if only != nil, add != nil || remove != nil {
            let message = "'only' stands alone, without 'add' and 'remove'"
            log.note(DocumentFault(message, at: node.location))
        }
        inherits = only == nil
        additions = [only, add].compactMap(\.self).flatMap { Self.words($0, log, word) }
        removals = remove.map { Self.words($0, log, word) } ?? []
    }

    private static func words(
        _ node: DocumentNode,
        _ log: ProblemLog,
        _ word: TextKind<String>
    ) -> [Word] {
        let nodes = log.attempt { () throws(DocumentFault) in try node.list() } ?? []
        return nodes.compactMap { node in
            log.attempt { () throws(DocumentFault) in
                Word(text: try node.bounded(word), location: node.location)
            }
        }
    }

    /// Changes `list`.
    func apply(to list: inout [String], _ log: ProblemLog) {
        list = applied(to: list, log)
    }

    /// The list after the edit, each word once, in the order of the texts.
    func applied(to inherited: [String], _ log: ProblemLog) -> [String] {
        var list = inherits ? inherited : []
        let known = Set(list)
        for word in removals where !known.contains(word.text) && !log.isOfSeveral {
            log.note(word.node.expected("a word that is inherited"))
        }
        let removed = Set(removals.map(\.text))
        list.removeAll { removed.contains($0) }
        var seen = Set(list)
        return list + additions.map(\.text).filter { seen.insert($0).inserted }
    }
}
