import KeyManagement
import ProtectionModel

/// What is asked without keys.
extension AgentConnection {
    func status() throws -> AgentStatus {
        try ask(.status)
    }

    /// - Returns: the clients that were disconnected because they did not acknowledge.
    func lock(skippingGrace: Bool) throws -> [ClientProcess] {
        let reply: ControlReply = try ask(.lock(skippingGrace: skippingGrace))
        return reply.laggards
    }

    func shutDownDevice() throws {
        do {
            try control(.shutDown)
        } catch let error as ProtectionError {
            // Off is what was wanted, even if another client was faster.
            guard error.code == .deviceOff else { throw error }
        }
    }

    func control(
        _ request: AgentRequest,
        _ secrets: SecretPayload? = nil
    ) throws {
        let _: ControlReply = try ask(request, secrets: secrets)
    }

    /// Asks for an answer whose public body is all there is.
    func ask<Answer: WireValue & Sendable>(
        _ request: AgentRequest,
        secrets: SecretPayload? = nil
    ) throws -> Answer {
        try ask(request, secrets: secrets) { frame in
            guard let answer = Answer(wireBytes: frame.body) else { throw Self.malformed }
            return answer
        }
    }
}
