/// Says that the process of the code under test has ended, as the cause of the `ProtectionError`
/// (`device-off`) that each later operation of its fails with.
///
/// A restart and a power loss end a process. What it still tries reaches no disk and is not judged.
public struct ProcessEnded: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence to show.
    public let description: String

    init(_ reason: String) { description = "this process has ended: \(reason)" }
}
