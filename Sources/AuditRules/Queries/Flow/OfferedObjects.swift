import AuditFacts

/// The objects that functions offer to a search: activities with a flag that is set, and attributes
/// that an item is made of.
struct OfferedObjects {
    /// Where an object is offered.
    struct Offer: Hashable {
        /// The file.
        let path: String
        /// The statement that offers it; the call that hands the value over where another function
        /// does both.
        let span: SourceSpan
    }

    private let flags: Set<String>
    private let items: Set<String>
    /// Where each function offers which objects: many values may go to one.
    private var known: [ObjectIdentifier: [[String]: SourcePlace]] = [:]

    /// Objects that are offered by setting one of `flags`, or by a call of one of `items`.
    init(flags: Set<String>, items: Set<String> = []) {
        self.flags = flags
        self.items = items
    }

    /// Where what `sink` hands over is offered; `nil` where its function does not.
    mutating func offer(of sink: ValueSink) -> Offer? {
        let scope = sink.end.scope
        let places = known[ObjectIdentifier(scope)] ?? places(in: scope)
        known[ObjectIdentifier(scope)] = places
        guard let place = places[sink.end.receiver?.chain ?? []] else { return nil }
        return Offer(
            path: sink.scope.file.path,
            span: sink.way.isEmpty ? SourceSpan(place) : sink.span
        )
    }

    private func places(in scope: CodeScope) -> [[String]: SourcePlace] {
        let flagged = ActivityTypes.assignments(of: flags, in: scope).filter {
            $0.value.node == .boolean(true)
        }
        let objects = flagged.map { (Array($0.target.chain.dropLast()), $0.target.place) }
        let attributes = scope.calls.filter { items.contains($0.call.name ?? "") }.compactMap {
            site in site.call["attributeSet"].map { ($0.chain, site.place) }
        }
        return Dictionary(objects + attributes) { first, _ in first }
    }
}
