import AuditFacts
import Documents

/// Policies with all they extend, the outermost first: one effective policy for each set of traits.
package struct PolicyStack: Sendable {
    let documents: [PolicyDocument]
    let table: TraitTable

    /// The effective policy under the traits that are asked for, at a place of which `flowing` is
    /// known.
    ///
    /// Read from top to bottom as one text, the later wins: each document with those of its
    /// overlays whose traits all match.
    package func policy(
        under asked: TraitCollection = [:],
        at flowing: TraitCollection = [:]
    ) -> Policy {
        let traits = traits(under: asked, at: flowing)
        var (policy, _) = combined { $0.holds(under: traits) }
        policy.audience = traits["audience"] ?? policy.audience
        policy.conditions = overlays.compactMap { overlay in
            // Nobody can mend a shipped policy, which is for apps of all kinds.
            guard ShippedPolicy(rawValue: overlay.reference.file) == nil else { return nil }
            return OverlayCondition(
                traits: overlay.condition,
                place: RelatedPlace(
                    "the overlay is declared here",
                    path: overlay.reference.file,
                    line: overlay.reference.place.line
                )
            )
        }
        return policy
    }

    /// The traits that select overlays, from the weakest: the documents' own audience, what flows
    /// down to the place, what is asked for, what the documents force for the target.
    package func traits(
        under asked: TraitCollection,
        at flowing: TraitCollection = [:]
    ) -> TraitCollection {
        let own = documents.last { $0.audience != nil }?.audience ?? Policy.audiences[0]
        let traits = TraitCollection(merging: [["audience": own], flowing, asked])
        let forced = traits["target"].map { target in
            documents.compactMap { $0.base.forcedTraits[target] }
        }
        return TraitCollection(merging: [traits] + (forced ?? []))
    }

    /// The overlays that hold under the traits that are asked for, in the order of the texts.
    package func overlays(
        under asked: TraitCollection,
        at flowing: TraitCollection = [:]
    ) -> [OverlayReference] {
        let traits = traits(under: asked, at: flowing)
        return overlays.filter { $0.holds(under: traits) }.map(\.reference)
    }

    /// All overlays in the order of the texts.
    var overlays: [PolicyOverlay] { documents.flatMap(\.overlays) }

    /// The policy with the overlays that `holds` picks, and what is wrong with them together.
    func combined(
        _ holds: (PolicyOverlay) -> Bool
    ) -> (policy: Policy, problems: [PolicyProblem]) {
        var policy = Policy()
        var problems: [PolicyProblem] = []
        for document in documents { problems += document.apply(to: &policy, where: holds) }
        policy.removeAbsent()
        return (policy, problems)
    }
}

extension PolicyStack {
    /// Traits by name that neither the texts nor `asked` specify.
    package func unspecified(under asked: TraitCollection) -> [String] {
        let traits = traits(under: asked)
        return table.names.filter { traits[$0] == nil }
    }

    /// The overlays that would hold if unspecified traits had the values they name.
    package func waiting(under asked: TraitCollection) -> [WaitingOverlay] {
        let traits = traits(under: asked)
        return overlays.compactMap { overlay in
            let awaited = overlay.awaited(under: traits)
            return awaited.isEmpty
                ? nil : WaitingOverlay(reference: overlay.reference, traits: awaited)
        }
    }

    /// What is wrong with a trait that is asked for; `nil` for nothing.
    ///
    /// `known` are the values that a trait has in the sources that are audited, by its name: others
    /// would select nothing, unless an overlay names them.
    package func complaint(
        aboutTrait name: String,
        value: String,
        known: [String: Set<String>] = [:]
    ) -> String? {
        if let complaint = table.complaint(about: name, value) { return complaint }
        let there = known[name] ?? []
        guard !there.isEmpty, !there.contains(value), !named(name).contains(value) else {
            return nil
        }
        let names = there.sorted()
        return "no \(name) of the audited sources is '\(value)'; there are: "
            + names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
            + TraitTable.suggestion(value, names)
    }

    /// What is odd about a trait that is asked for where nothing is audited: that nothing in the
    /// policies asks for its value; `nil` for nothing.
    package func remark(aboutTrait name: String, value: String) -> String? {
        let names = named(name)
        guard table.declared(name).isEmpty, !names.contains(value) else { return nil }
        let rest =
            names.isEmpty
            ? "" : "; overlays ask for: \(names.joined(separator: ", "))"
        return "no overlay asks for \(name)=\(value)" + rest + TraitTable.suggestion(value, names)
    }

    /// The values of the trait `name` that overlays and targets with traits name, in order.
    func named(_ name: String) -> [String] {
        let targets = name == "target" ? documents.flatMap(\.base.forcedTraits.keys) : []
        return Set(overlays.compactMap { $0.condition[name] } + targets).sorted()
    }
}

extension Policy {
    /// Takes out the kinds and contexts that texts took out and none brought back; nothing is
    /// needed by a context that is not there.
    fileprivate mutating func removeAbsent() {
        let gone = Set(contexts.filter(\.isAbsent).map(\.name))
        contexts.removeAll(where: \.isAbsent)
        kinds.removeAll(where: \.isAbsent)
        guard !gone.isEmpty else { return }
        for index in kinds.indices { kinds[index].neededBy.removeAll(where: gone.contains) }
    }
}
