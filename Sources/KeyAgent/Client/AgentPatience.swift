/// How long a client waits for an answer of the agent.
package struct AgentPatience: Sendable {
    /// For what the agent answers at once, or after the second that acknowledgements may take.
    package var answer: Duration = .seconds(30)
    /// For what tries or changes a passcode: derivations run one after the other, each for seconds.
    package var derivation: Duration = .seconds(600)

    /// The tool's own.
    package init() {}

    /// A wait comes in this many pieces: a client that was itself stopped in one of them has the
    /// others left to read the answer that came meanwhile.
    static let pieceCount = 10

    func limit(for request: AgentRequest) -> Duration {
        switch request {
        // An erase waits behind the derivations.
        case .unlock, .setPasscode, .changePasscode, .removePasscode, .erase: derivation
        default: answer
        }
    }
}
