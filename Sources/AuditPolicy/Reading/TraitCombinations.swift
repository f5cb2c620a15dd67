import AuditFacts
package import Documents

/// Every combination of the values of the traits that overlays name, and what contradicts itself
/// under one of them.
///
/// The values of a trait are those it is declared with; of one that may have any, those that the
/// policies name, and one that they do not. No trait at all is tried beside them.
package struct TraitCombinations {
    /// How many combinations are tried at most.
    package static let limit = 4096

    private let stack: PolicyStack
    private let overlays: [PolicyOverlay]
    /// Traits by name with their values; `nil` stands for one that no policy names.
    private let axes: [(name: String, values: [String?])]

    /// The combinations of the traits of `stack`.
    package init(of stack: PolicyStack) {
        self.stack = stack
        overlays = stack.overlays
        axes = stack.table.names.compactMap { name in
            let named = stack.named(name)
            guard !named.isEmpty else { return nil }
            let declared = stack.table.declared(name)
            return (name, declared.isEmpty ? named + [nil] : declared)
        }
    }

    /// How many there are; at least one, as no trait at all is one.
    package var count: Int {
        axes.reduce(1) { count, axis in
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: axis.values.count)
            return isTooLarge ? .max : product
        }
    }

    /// Everything that contradicts itself, each once, with the overlays that it takes; the first
    /// fifty.
    ///
    /// - Precondition: There are no more than ``limit``.
    package func contradictions() -> [TraitContradiction] {
        precondition(count <= Self.limit)
        var seen: Set<[Int]> = []
        var found: [TraitContradiction] = []
        // What holds where nobody specifies anything is what most people see.
        for traits in [TraitCollection()] + (0..<count).map(combination) {
            let held = held(under: traits)
            guard seen.insert(held).inserted else { continue }
            for fault in faults(with: held) where !isKnown(fault, among: found, held) {
                guard found.count < ProblemLog.limit else { return found }
                found.append(contradiction(fault, held, traits))
            }
        }
        return found
    }

    /// The combination that is the `number`th.
    private func combination(_ number: Int) -> TraitCollection {
        var rest = number
        var traits = TraitCollection()
        for axis in axes {
            traits[axis.name] = axis.values[rest % axis.values.count]
            rest /= axis.values.count
        }
        return traits
    }

    /// Places in `overlays` of those that hold under `traits`.
    private func held(under traits: TraitCollection) -> [Int] {
        let traits = stack.traits(under: traits)
        return overlays.indices.filter { overlays[$0].holds(under: traits) }
    }

    /// What is wrong with the policy when the overlays at `held` hold.
    private func faults(with held: [Int]) -> [Fault] {
        let references = Set(held.map { overlays[$0].reference })
        let (policy, problems) = stack.combined { references.contains($0.reference) }
        let rows = AccessMatrix(of: policy).contradictions
        let places = Dictionary(policy.kinds.map { ($0.name, $0.declaration) }) { first, _ in first
        }
        return problems.map { Fault(message: $0.message, file: $0.file, place: $0.location) }
            // One for each kind and context: different overlays may have made them.
            + Dictionary(grouping: rows) { [$0.kind, $0.context] }.sorted {
                $0.key.lexicographicallyPrecedes($1.key)
            }
            .map { key, rows in
                let place = places[key[0]] ?? nil
                return Fault(
                    message: AccessMatrixRow.contradiction(rows),
                    file: place?.path ?? "policy",
                    place: DocumentPlace(line: place?.line ?? 1, column: place?.column ?? 1)
                )
            }
    }

    private func isKnown(
        _ fault: Fault,
        among found: [TraitContradiction],
        _ held: [Int]
    ) -> Bool {
        let references = Set(held.map { overlays[$0].reference })
        return found.contains {
            $0.message == fault.message && references.isSuperset(of: $0.overlays)
        }
    }

    /// The contradiction with no more overlays, and traits, than it takes.
    private func contradiction(
        _ fault: Fault,
        _ held: [Int],
        _ traits: TraitCollection
    ) -> TraitContradiction {
        var needed = held
        for overlay in held {
            let fewer = needed.filter { $0 != overlay }
            if faults(with: fewer).contains(where: { $0.message == fault.message }) {
                needed = fewer
            }
        }
        // Other overlays may hold under these traits, and mend it.
        let own = TraitCollection(merging: needed.map { overlays[$0].condition })
        let isEnough = faults(with: self.held(under: own)).contains { $0.message == fault.message }
        return TraitContradiction(
            message: fault.message,
            traits: isEnough ? own : traits,
            overlays: needed.map { overlays[$0].reference },
            file: fault.file,
            place: fault.place
        )
    }

    /// What is wrong under some combination.
    private struct Fault {
        let message: String
        let file: String
        let place: DocumentPlace
    }
}

/// A contradiction in policies that shows under some traits.
package struct TraitContradiction: Sendable, Hashable {
    /// What excludes what, in lower case without a full stop.
    package let message: String
    /// The traits it shows under; empty when it shows whatever they are.
    package let traits: TraitCollection
    /// The overlays it takes, in the order of the texts.
    package let overlays: [OverlayReference]
    /// The policy's path, or the name of a shipped one.
    package let file: String
    /// Where the text says what is contradicted.
    package let place: DocumentPlace
}
