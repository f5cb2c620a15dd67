import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import Testing

@Suite("An agent that was stopped and answers nothing")
struct SilentAgentTests {
    /// Waits for nothing that takes a derivation.
    private static var hasty: AgentPatience {
        var patience = AgentPatience()
        patience.derivation = .zero
        return patience
    }

    @Test("is not waited for without limit when it does not even greet")
    func greeting() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/silent.sock"
        let listener = try StreamSocket.listening(at: path)
        var patience = AgentPatience()
        patience.answer = .zero
        #expect(throws: KeyError(.timedOut, "")) {
            try AgentKeyService.connect(
                socketPath: path,
                directory: FakeAgent.directory,
                arena: SecureArena(),
                random: SystemRandomSource(),
                process: "test",
                patience: patience
            )
        }
        withExtendedLifetime(listener) {}
    }

    @Test("a request has its limit, says so, and its late answer disturbs no other")
    func requests() throws {
        let fake = try FakeAgent { conversation in
            let types: [FrameType] = [
                .unlock, .setPasscode, .changePasscode, .removePasscode, .erase,
            ]
            let late = try types.map { try conversation.receive($0).request }
            let status = try conversation.receive(.status)
            for request in late { try conversation.send(Frame(.reply, request: request)) }
            try conversation.send(
                Frame(
                    .failure,
                    request: status.request,
                    body: KeyError(.busy, "enough").wireBytes
                )
            )
            _ = try? conversation.receive()
        }
        let service = try fake.connect(Self.hasty)
        let passcode = try Passcode.published("2580", service.arena)
        func expectTimeOut(_ body: () throws -> Void) {
            #expect(throws: KeyError(.timedOut, "")) { try body() }
        }
        expectTimeOut { try service.unlock(passcode) }
        expectTimeOut { try service.setPasscode(passcode) }
        expectTimeOut { try service.changePasscode(passcode, to: passcode) }
        expectTimeOut { try service.removePasscode(passcode) }
        expectTimeOut { try service.erase() }
        #expect(throws: KeyError(.busy, "enough")) { try service.status() }
    }

    @Test("an observer that asks is not held for ever either")
    func observer() throws {
        let fake = try FakeAgent { conversation in
            let status = try conversation.receive(.status)
            try conversation.send(AgentNotice.discard([.complete]).frame(epoch: 5))
            _ = try conversation.receive(.acknowledge)
            try conversation.send(
                Frame(
                    .failure,
                    request: status.request,
                    epoch: 5,
                    body: KeyError(.busy, "enough").wireBytes
                )
            )
            _ = try? conversation.receive()
        }
        let service = try fake.connect(Self.hasty)
        let codes = ErrorCodes()
        let observation = service.observe { [weak service] notice in
            guard case .willDiscard = notice else { return }
            do throws(KeyError) { try service?.erase() } catch { codes.note(error.code) }
        }
        #expect(throws: KeyError(.busy, "enough")) { try service.status() }
        observation.cancel()
        #expect(codes.seen == [.timedOut])
    }

    @Test("the tool's patience outlasts a lock, and is longer for passcodes")
    func patience() {
        let patience = AgentPatience()
        #expect(patience.answer > AgentLimits().acknowledgement * 5)
        #expect(patience.derivation > patience.answer)
        #expect(patience.derivation < .seconds(3_600))
    }
}
