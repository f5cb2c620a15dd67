/// How long a client waits for the agent.
package struct AgentPatience: Sendable {
    /// For the answers with which a conversation begins.
    package var greeting: Duration = .seconds(5)
    /// For what the agent answers at once, or after the second that acknowledgements may take; for the
    /// connection, and for room to send.
    package var answer: Duration = .seconds(5)
    /// For what tries or changes a passcode: derivations run one after the other, each for seconds.
    ///
    /// Meanwhile the agent is asked how it stands each time that ``answer`` has passed.
    package var derivation: Duration = .seconds(600)

    /// The tool's own.
    package init() {}

    /// A wait comes in this many pieces: a client that was itself stopped in one of them has the
    /// others left to read the answer that came meanwhile.
    static let pieceCount = 10

    func limit(for request: AgentRequest) -> Duration {
        switch request {
        case .hello, .subscribe: greeting
        // The last two wait behind the derivations.
        case .unlock, .setPasscode, .changePasscode, .removePasscode, .erase, .setPasscodeRules:
            derivation
        default: answer
        }
    }

    /// After how much of a wait the agent is asked how it stands.
    func lookout(for request: AgentRequest) -> Duration {
        switch request {
        // It can be asked nothing yet.
        case .hello, .subscribe: greeting
        default: answer
        }
    }
}
