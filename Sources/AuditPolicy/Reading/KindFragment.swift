import AuditFacts
import ProtectionModel
import Documents

/// What a text says of one kind of data; what it does not say is inherited.
struct KindFragment {
    let name: String
    let location: DocumentPlace
    /// Whether it says that the kind is not there.
    let isAbsent: Bool
    private var about: String?
    private var sensitivity: Sensitivity??
    private var minimumClass: ProtectionClass?
    private var because: String?
    private var paths: ListEdit?
    private var symbols: ListEdit?
    private var keys: ListEdit?
    private var neededBy: ListEdit?
    private var isAppendOnly: Bool?
    private var mayBeBackedUp: Bool?
    private var mayBeSynchronized: Bool?
    private var isPlanned: Bool?

    /// Reads the kind under the key of `entry`.
    init(_ entry: DocumentEntry, _ log: ProblemLog) {
        name = entry.key
        location = entry.keyLocation
        let (fields, isAbsent) = FieldReader.unlessAbsent(entry.value, log)
        self.isAbsent = isAbsent
        guard var reader = fields else { return }
        about = reader.optional("about", as: .string)
        sensitivity = reader.optional("sensitivity", as: .sensitivity)
        minimumClass = reader.optional("class", as: .protectionClass)
        because = reader.optional("because", as: .string)
        paths = reader.edit("paths", of: .string)
        symbols = reader.edit("symbols", of: .string)
        keys = reader.edit("keys", of: .string)
        neededBy = reader.edit("needed-by", of: .string)
        isAppendOnly = reader.optional("append-only", as: .bool)
        mayBeBackedUp = reader.optional("backup", as: .permission)
        mayBeSynchronized = reader.optional("sync", as: .permission)
        isPlanned = reader.optional("planned", as: .bool)
        reader.finish()
    }

    /// Takes the kind at `place` out of `all`, where a later text can bring it back as it was.
    func remove(from all: inout [DataKind], at place: Int?, _ log: ProblemLog) {
        guard let place, !all[place].isAbsent else {
            return log.note(missing: "kind", name, among: all.map(\.name), at: location)
        }
        all[place].isAbsent = true
    }

    /// Changes `kind`; contexts that are not among `contexts` are noted.
    func apply(to kind: inout DataKind, contexts: [ExecutionContext], _ log: ProblemLog) {
        kind.isAbsent = false
        kind.declaration = RelatedPlace(
            "the policy declares '\(name)' here",
            path: log.file,
            line: location.line,
            column: location.column
        )
        if let about { kind.about = about }
        if let sensitivity { kind.sensitivity = sensitivity }
        if let minimumClass { kind.minimumClass = minimumClass }
        if let because { kind.because = because }
        if let isAppendOnly { kind.isAppendOnly = isAppendOnly }
        if let mayBeBackedUp { kind.mayBeBackedUp = mayBeBackedUp }
        if let mayBeSynchronized { kind.mayBeSynchronized = mayBeSynchronized }
        if let isPlanned { kind.isPlanned = isPlanned }
        if let paths {
            kind.paths = paths.applied(to: kind.paths.map(\.text), log).map(PathPattern.init)
        }
        symbols?.apply(to: &kind.symbols, log)
        keys?.apply(to: &kind.keys, log)
        check(contexts, log)
        neededBy?.apply(to: &kind.neededBy, log)
    }

    private func check(_ contexts: [ExecutionContext], _ log: ProblemLog) {
        let names = contexts.map(\.name)
        let known = Set(names)
        for word in neededBy?.additions ?? [] where !known.contains(word.text) {
            // The nearest name is only looked for while there is room for the error.
            log.attempt { () throws(DocumentFault) in
                throw word.node.expected("an execution context")
                    .suggesting(word.text, among: names)
            }
        }
    }
}
