/// Traits with their values, such as `{configuration: Debug, region: EU}`.
///
/// A collection may leave traits unspecified. Collections of an environment's levels are merged from
/// the outermost in: what a level leaves unspecified comes from above.
package struct TraitCollection: Sendable, Hashable, CustomStringConvertible {
    /// The traits that are specified, by name.
    package private(set) var values: [String: String]

    /// A collection of `values`.
    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// All of `collections` as one: of several values of a trait the last one wins.
    package init(merging collections: [TraitCollection]) {
        values = collections.reduce(into: [:]) { all, next in all.merge(next.values) { $1 } }
    }

    /// The value of the trait called `name`; `nil` where it is unspecified.
    package subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Whether every trait that `other` specifies has that value here; the empty one is in all.
    package func contains(_ other: TraitCollection) -> Bool {
        other.values.allSatisfy { values[$0.key] == $0.value }
    }

    /// Whether no trait is specified in it.
    package var isEmpty: Bool { values.isEmpty }

    /// `name=value`, by name, with commas between.
    package var description: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}

extension TraitCollection: ExpressibleByDictionaryLiteral {
    /// A collection; of several values of a trait the last one wins.
    package init(dictionaryLiteral elements: (String, String)...) {
        values = Dictionary(elements) { $1 }
    }
}
