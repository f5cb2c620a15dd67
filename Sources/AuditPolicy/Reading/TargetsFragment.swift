import AuditFacts
import Documents

/// What a text says of targets: which it was written for, and the traits some of them have.
struct TargetsFragment {
    /// The traits that targets have whatever `--trait` says, by the target's name.
    let forcedTraits: [String: TraitCollection]
    private let list: ListEdit?
    private let places: [String: DocumentPlace]

    /// Reads the list or mapping `node`: an entry that is a mapping is about the target it is
    /// called after, the others edit the list.
    ///
    /// `traits` are those that targets may have; `nil` in an overlay: what traits select cannot
    /// set traits.
    init(_ node: DocumentNode, traits: TraitTable?, _ log: ProblemLog) {
        let entries = node.entries ?? []
        let own = entries.filter { $0.value.entries != nil }
        let edits = entries.filter { $0.value.entries == nil }
        let rest = own.isEmpty ? node : DocumentNode(.mapping(edits), at: node.location)
        list = own.isEmpty || !edits.isEmpty ? ListEdit(rest, log, of: .string) : nil
        if own.count > FieldReader.limit {
            log.note(node.expected("at most \(FieldReader.limit) of them"))
        }
        var forced: [String: TraitCollection] = [:]
        for entry in own.prefix(FieldReader.limit) {
            forced[entry.key] = Self.traits(of: entry, traits, log)
        }
        forcedTraits = forced
        places = Dictionary(
            (list?.additions ?? []).map { ($0.text, $0.location) }
                + own.map { ($0.key, $0.keyLocation) }
        ) { $1 }
    }

    private static func traits(
        of target: DocumentEntry,
        _ table: TraitTable?,
        _ log: ProblemLog
    ) -> TraitCollection? {
        log.attempt { () throws(DocumentFault) in _ = try target.keyNode.bounded(.string) }
        guard var reader = FieldReader(target.value, log) else { return nil }
        let node = reader.required("traits", as: .node)
        reader.finish()
        guard let node else { return nil }
        guard let table else {
            let message = "an overlay, which traits select, cannot set traits of targets"
            log.note(DocumentFault(message, at: target.keyLocation))
            return nil
        }
        if let entry = node.entry("target") {
            log.note(DocumentFault("a target has its own name", at: entry.keyLocation))
        }
        return table.collection(node, log)
    }

    func apply(to policy: inout Policy, _ log: ProblemLog) {
        list?.apply(to: &policy.targets, log)
        for (name, traits) in forcedTraits {
            policy.forcedTraits[name] = TraitCollection(
                merging: [policy.forcedTraits[name] ?? [:], traits]
            )
        }
        for (name, place) in places {
            policy.targetPlaces[name] = RelatedPlace(
                "the policy names '\(name)' here",
                path: log.file,
                line: place.line
            )
        }
    }
}
