/// A value that a local name was given.
package struct CodeBinding: Sendable {
    /// Where.
    package let place: SourcePlace
    /// The type as it is written; `nil` for one that is inferred.
    package let type: String?
    /// The value; `nil` for a declaration without one.
    package let value: Expression?
}
