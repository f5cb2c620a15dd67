/// A place that uses an API a privacy manifest must give a reason for.
package struct RequiredReasonUse: Sendable, Hashable {
    /// The API's name.
    package let symbol: String
    /// The categories that cover it: any one is enough.
    package let categories: [RequiredReasonCategory]
    /// The path of the source.
    package let path: String
    /// Where the name stands.
    package let place: SourcePlace
}
