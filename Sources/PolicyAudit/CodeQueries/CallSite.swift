/// A call with where it stands.
package struct CallSite: Sendable {
    /// The call.
    package let call: Call
    /// Where its name stands.
    package let place: SourcePlace
    /// The statement it is part of, as an index into the scope's steps.
    package let step: Int
}
