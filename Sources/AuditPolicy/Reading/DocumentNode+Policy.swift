import AuditFacts
import ProtectionModel
import Documents

/// The words of policies. Anything else is an error, never guessed at.
extension DocumentNode {
    /// One of `words`; the error names the nearest of them.
    func choice<Value>(
        _ kind: String,
        among words: [(name: String, value: Value)]
    ) throws(DocumentFault) -> Value {
        let text = try text()
        if let word = words.first(where: { $0.name == text }) { return word.value }
        let names = words.map(\.name)
        throw expected("\(kind): \(names.joined(separator: ", "))").suggesting(text, among: names)
    }

    /// A protection class by any of its names.
    func protectionClass() throws(DocumentFault) -> ProtectionClass {
        let text = try text()
        if let found = ProtectionClass(named: text) { return found }
        let names = ProtectionClass.allCases.map(\.name)
        throw expected("a protection class: \(names.joined(separator: ", "))")
            .suggesting(text, among: names)
    }

    /// Lock states in which code can run.
    func lockStates() throws(DocumentFault) -> Set<LockState> {
        let words = LockState.allCases.filter { $0 != .off }.map { ($0.rawValue, $0) }
        var states: Set<LockState> = []
        for node in try list() {
            states.insert(try node.choice("a lock state in which code can run", among: words))
        }
        guard !states.isEmpty else { throw expected("at least one lock state") }
        return states
    }

    /// A day, `YYYY-MM-DD`.
    func day() throws(DocumentFault) -> CalendarDay {
        guard let day = CalendarDay(try text()) else {
            throw expected("a day such as 2027-01-31")
        }
        return day
    }

    /// A whole number from 1 to 1000.
    func smallCount() throws(DocumentFault) -> Int {
        let number = try integer()
        guard (1...1000).contains(number) else { throw expected("a number from 1 to 1000") }
        return number
    }

    /// Words that names in code are compared with: small letters, one space between two, and `=` in
    /// front for a whole name.
    func term() throws(DocumentFault) -> String { try words(mayBeMarked: true) }

    /// Words in small letters; with `=` in front, where that means anything, for a whole name.
    func words(mayBeMarked: Bool) throws(DocumentFault) -> String {
        let text = try text()
        let mark = mayBeMarked ? ["?=", "?", "="].first(where: text.hasPrefix) ?? "" : ""
        let words = NameWords.words(of: text.lowercased()).joined(separator: " ")
        guard !words.isEmpty, mark + words == text else {
            let advice = words.isEmpty ? "" : "; write '\(mark)\(words)'"
            throw expected("words in small letters with one space between").with(advice)
        }
        return text
    }

    /// A host's name, with `*.` in front for all below it.
    func host() throws(DocumentFault) -> String {
        let text = try text()
        let labels = (text.hasPrefix("*.") ? text.dropFirst(2) : text[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        let isHost = labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                }
        }
        guard isHost else { throw expected("a host in small letters such as *.example.org") }
        return text
    }

    /// What `kind` reads, if it is short: no word of a policy needs more than 256 bytes.
    func bounded(_ kind: TextKind<String>) throws(DocumentFault) -> String {
        let text = try kind.read(self)
        guard (1...256).contains(text.utf8.count) else {
            throw DocumentFault("expected 1 to 256 bytes, found \(text.utf8.count)", at: location)
        }
        return text
    }
}

extension DocumentFault {
    /// The same with more to say.
    func with(_ addition: String) -> DocumentFault {
        DocumentFault(message + addition, at: location)
    }

    /// The same with the nearest of `words`, if one is near.
    func suggesting(_ text: String, among words: some Collection<String>) -> DocumentFault {
        guard let nearest = EditDistance.nearest(to: text, among: Array(words)) else {
            return self
        }
        return with("; did you mean '\(nearest)'?")
    }
}
