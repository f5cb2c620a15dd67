import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
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
        patience.greeting = .zero
        #expect(throws: ProtectionError(.timedOut, "")) {
            try AgentKeyService.connect(
                socketPath: path,
                directory: FakeAgent.directory,
                arena: SecureArena(),
                random: SystemRandomSource(),
                process: "test",
                patience: patience,
                elapsed: SystemTime.sinceBoot
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
                    body: ProtectionError(.busy, "enough").wireBytes
                )
            )
            _ = try? conversation.receive()
        }
        let service = try fake.connect(Self.hasty)
        let passcode = try Passcode.published("2580", service.arena)
        func expectTimeOut(_ body: () throws -> Void) {
            #expect(throws: ProtectionError(.timedOut, "")) { try body() }
        }
        expectTimeOut { try service.unlock(passcode) }
        expectTimeOut { try service.setPasscode(passcode) }
        expectTimeOut { try service.changePasscode(passcode, to: passcode) }
        expectTimeOut { try service.removePasscode(passcode) }
        expectTimeOut { try service.erase() }
        #expect(throws: ProtectionError(.busy, "enough")) { try service.status() }
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
                    body: ProtectionError(.busy, "enough").wireBytes
                )
            )
            _ = try? conversation.receive()
        }
        let service = try fake.connect(Self.hasty)
        let codes = Notes<ErrorCode?>()
        let observation = service.observe { [weak service] notice in
            guard case .willDiscard = notice else { return }
            do { try service?.erase() } catch { codes.note(error.code) }
        }
        #expect(throws: ProtectionError(.busy, "enough")) { try service.status() }
        observation.cancel()
        #expect(codes.seen == [.timedOut])
    }

    @Test("a long derivation is waited for as long as the agent answers other questions")
    func lively() throws {
        let fake = try FakeAgent { conversation in
            let unlock = try conversation.receive(.unlock)
            for _ in 0..<3 {
                try conversation.answerStatus(try conversation.receive(.status))
            }
            try conversation.send(
                Frame(.reply, request: unlock.request, body: ControlReply(laggards: []).wireBytes)
            )
            _ = try? conversation.receive()
        }
        var patience = AgentPatience()
        // Each question is answered in time on a machine that is busy, too.
        patience.answer = .milliseconds(300)
        let service = try fake.connect(patience)
        try service.unlock(try .published("2580", service.arena))
    }

    @Test("a derivation is not waited for when the agent shows no life")
    func lifeless() throws {
        let fake = try FakeAgent { conversation in
            _ = try conversation.receive(.unlock)
            try conversation.answerStatus(try conversation.receive(.status))
            _ = try conversation.receive(.status)
            _ = try? conversation.receive()
        }
        var patience = AgentPatience()
        patience.answer = .milliseconds(50)
        let service = try fake.connect(patience)
        let passcode = try Passcode.published("2580", service.arena)
        #expect(throws: ProtectionError(.timedOut, "")) { try service.unlock(passcode) }
    }

    @Test("one whose queue is full is not waited for without limit either")
    func fullQueue() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/full.sock"
        let listener = try StreamSocket.listening(at: path, backlog: 0)
        let first = try StreamSocket.connected(to: path)
        var patience = AgentPatience()
        patience.answer = .milliseconds(20)
        let error = #expect(throws: ProtectionError(.timedOut, "")) {
            try AgentControl.connect(
                socketPath: path,
                directory: FakeAgent.directory,
                process: "test",
                patience: patience
            )
        }
        #expect(error?.message.contains("was not asked") == true)
        withExtendedLifetime((listener, first)) {}
    }

    @Test("one that got a request and says nothing may still do what it was asked")
    func silentAtLock() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/silent.sock"
        let listener = try StreamSocket.listening(at: path)
        var patience = AgentPatience()
        patience.answer = .milliseconds(20)
        let control = try AgentControl.connect(
            socketPath: path,
            directory: FakeAgent.directory,
            process: "test",
            patience: patience
        )
        let error = #expect(throws: ProtectionError(.timedOut, "")) {
            try control.lock(skippingGrace: true)
        }
        #expect(error?.message.contains("may still do what it was asked") == true)
        // Hello and the lock are both there for it.
        let socket = try #require(try listener.accept())
        var receiver = FrameReceiver(arena: SecureArena())
        for type in [FrameType.hello, .lock] {
            guard case .frame(let frame) = try receiver.next(from: socket) else {
                Issue.record("nothing was sent")
                return
            }
            #expect(frame.type == type.rawValue)
        }
    }

    @Test("one that takes no more requests ends the conversation")
    func fullBuffer() throws {
        let fake = try FakeAgent { conversation in
            // Nothing is read until the client has given up.
            while try conversation.receive().type != FrameType.unwrap.rawValue {}
            conversation.waitForHangUp()
        }
        var patience = AgentPatience()
        patience.answer = .milliseconds(50)
        let service = try fake.connect(patience)
        let file = FileID([UInt8](repeating: 1, count: 16))
        let requests = (0..<256).map { _ in
            UnwrapRequest(
                WrappedKey(protection: .none, bytes: [UInt8](repeating: 0, count: 72)),
                fileID: file
            )
        }
        // Each request is over 20 KB, and a socket takes some hundreds.
        var codes: Set<ErrorCode> = []
        var last = ""
        while codes.isDisjoint(with: [.agentUnreachable]) {
            do { _ = try service.unwrap(requests) } catch {
                if error.code == .timedOut { last = error.message }
                codes.insert(error.code)
            }
        }
        #expect(last.contains("was not asked"))
        #expect(codes == [.timedOut, .agentUnreachable])
    }

    @Test("the tool's patience outlasts a lock, and is longer for passcodes")
    func patience() {
        let patience = AgentPatience()
        #expect(patience.answer >= AgentLimits().acknowledgement * 5)
        #expect(patience.answer < .seconds(10))
        #expect(patience.derivation > patience.answer)
        #expect(patience.derivation < .seconds(3_600))
    }
}
