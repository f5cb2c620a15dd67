/// The names of the steps, as they stand in scenarios.
package enum StepName: String, Sendable, CaseIterable {
    case boot, unlock, lock, advance
    case advanceTo = "advance-to"
    case reboot, shutdown, crash
    case mkdir, write, read, open, append, truncate, sync, close, rename, copy, remove, list, stat
    case protect, passcode
    case setDefault = "set-default"
    case check
    case expectEvents = "expect-events"

    /// Steps that a later version will know.
    static let later: Set<String> = [
        "install", "uninstall", "vendor-id", "advertising-id", "user-id", "tracking",
        "tracking-requests",
    ]
}
