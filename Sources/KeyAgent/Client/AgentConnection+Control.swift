import KeyManagement
import ProtectionModel

/// What is asked without keys.
extension AgentConnection {
    func status() throws(KeyError) -> AgentStatus {
        try ask(.status)
    }

    /// - Returns: the clients that were disconnected because they did not acknowledge.
    func lock(skippingGrace: Bool) throws(KeyError) -> [ClientProcess] {
        let reply: ControlReply = try ask(.lock(skippingGrace: skippingGrace))
        return reply.laggards
    }

    func shutDownDevice() throws(KeyError) {
        do throws(KeyError) {
            try control(.shutDown)
        } catch {
            // Off is what was wanted, whoever was faster.
            guard error.code == .deviceOff else { throw error }
        }
    }

    func control(
        _ request: AgentRequest,
        _ secrets: SecretPayload? = nil
    ) throws(KeyError) {
        let _: ControlReply = try ask(request, secrets: secrets)
    }

    /// Asks for an answer whose public body is all there is.
    func ask<Answer: WireValue & Sendable>(
        _ request: AgentRequest,
        secrets: SecretPayload? = nil
    ) throws(KeyError) -> Answer {
        try ask(request, secrets: secrets) { (frame) throws(KeyError) in
            guard let answer = Answer(wireBytes: frame.body) else { throw Self.malformed }
            return answer
        }
    }
}
