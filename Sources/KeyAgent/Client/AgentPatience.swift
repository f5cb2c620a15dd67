/// How long a client waits for the agent.
package struct AgentPatience: Sendable {
    /// For the answers at the start of a conversation.
    package var greeting: Duration = .seconds(5)
    /// For what the agent answers at once or after the second that acknowledgements may take, for
    /// connecting, and for room to send.
    package var answer: Duration = .seconds(5)
    /// For what tries or changes a passcode: derivations run one after the other, each for seconds.
    ///
    /// Meanwhile the agent is asked for its status each time ``answer`` has passed.
    package var derivation: Duration = .seconds(600)

    /// The limits of the tool.
    package init() {}

    /// A wait is divided into this many pieces: a client that was itself stopped during one of them
    /// has the others left to read the answer that came meanwhile.
    static let pieceCount = 10

    func limit(for request: AgentRequest) -> Duration {
        switch request {
        case .hello, .subscribe: greeting
        // The last two wait behind the derivations.
        case .unlock, .setPasscode, .changePasscode, .removePasscode, .recover, .addKey,
            .removeKey, .renameKey, .changeSettings, .erase, .setPasscodeRules:
            derivation
        default: answer
        }
    }

    /// After how much of a wait the agent is asked for its status.
    func lookout(for request: AgentRequest) -> Duration {
        switch request {
        // It cannot be asked anything yet.
        case .hello, .subscribe: greeting
        default: answer
        }
    }
}
