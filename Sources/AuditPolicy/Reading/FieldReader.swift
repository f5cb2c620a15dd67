import Documents

/// Typed reading of a mapping that notes what is wrong and goes on, so that a person sees all of it
/// at once.
struct FieldReader {
    /// How many kinds, contexts, traits or overlays there may be, so that whatever is done for each
    /// pair of them is bounded.
    static let limit = 256

    private var reader: TextReader
    let log: ProblemLog

    /// `nil` when `node` is not a mapping, which is noted.
    init?(_ node: DocumentNode, _ log: ProblemLog) {
        guard let reader = log.attempt({ () throws(DocumentFault) in try TextReader(node) }) else {
            return nil
        }
        self.reader = reader
        self.log = log
    }

    /// What `node` says of something: its fields, or that it is `absent`; neither when it is wrong,
    /// which is noted.
    static func unlessAbsent(
        _ node: DocumentNode,
        _ log: ProblemLog
    ) -> (fields: FieldReader?, isAbsent: Bool) {
        guard case .scalar(let scalar) = node.content else {
            return (FieldReader(node, log), false)
        }
        guard scalar.text != "absent" else { return (nil, true) }
        let fault = node.expected("a mapping, or absent")
        log.note(fault.suggesting(scalar.text.lowercased(), among: ["absent"]))
        return (nil, false)
    }

    /// The value under `key`; `nil` when it is absent or wrong.
    mutating func optional<Value>(_ key: String, as kind: TextKind<Value>) -> Value? {
        log.attempt { () throws(DocumentFault) in try reader.optional(key, as: kind) } ?? nil
    }

    /// The value under `key`; `nil` when it is absent or wrong, and both are noted.
    mutating func required<Value>(_ key: String, as kind: TextKind<Value>) -> Value? {
        log.attempt { () throws(DocumentFault) in try reader.required(key, as: kind) }
    }

    /// What the list under `key` does to the inherited one; `nil` when it is absent.
    mutating func edit(_ key: String, of word: TextKind<String>) -> ListEdit? {
        optional(key, as: .node).map { ListEdit($0, log, of: word) }
    }

    /// The elements of the list under `key`, none when it is absent.
    mutating func elements(_ key: String) -> [DocumentNode] {
        let nodes = optional(key, as: .list) ?? []
        if let next = nodes.dropFirst(Self.limit).first {
            log.note(next.expected("at most \(Self.limit) elements"))
        }
        return Array(nodes.prefix(Self.limit))
    }

    /// The entries of the mapping under `key`, none when it is absent, with names in order.
    mutating func entries(_ key: String, named kind: String) -> [DocumentEntry] {
        guard let node = optional(key, as: .node), let inner = FieldReader(node, log) else {
            return []
        }
        let entries = inner.reader.entries
        if entries.count > Self.limit { log.note(node.expected("at most \(Self.limit) of them")) }
        return entries.prefix(Self.limit).filter { entry in
            log.attempt { () throws(DocumentFault) in try entry.checkName(kind) } != nil
        }
    }

    /// Notes every key that was never asked for.
    func finish() {
        for error in reader.unknownKeys(atMost: ProblemLog.limit) { log.note(error) }
    }
}

extension DocumentEntry {
    /// Names are words that need no quotes anywhere: small letters, digits and hyphens.
    fileprivate func checkName(_ kind: String) throws(DocumentFault) {
        let isWord = key.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard isWord, (1...64).contains(key.utf8.count), key.utf8.first != 0x2D else {
            throw keyNode.expected("\(kind) of small letters, digits and hyphens, at most 64")
        }
    }
}
