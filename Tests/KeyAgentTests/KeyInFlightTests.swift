import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("A key on its way while the device locks")
struct KeyInFlightTests {
    private func request(_ protection: ProtectionClass) -> UnwrapRequest {
        UnwrapRequest(
            WrappedKey(protection: protection, bytes: [1]),
            fileID: FileID([UInt8](repeating: 1, count: 16))
        )
    }

    @Test(
        "a key given out before a discard is refused after it; later or other keys are not",
        arguments: [
            (4, ProtectionClass.complete, true), (5, .complete, false), (6, .complete, false),
            (4, .completeUntilFirstUserAuthentication, false), (0, .complete, true),
        ]
    )
    func overtaken(epoch: UInt64, protection: ProtectionClass, isRefused: Bool) throws {
        let fake = try FakeAgent { conversation in
            let unwrap = try conversation.receive(.unwrap)
            try conversation.send(AgentNotice.discard([.complete]).frame(epoch: 5))
            _ = try conversation.receive(.acknowledge)
            try conversation.giveKey(for: unwrap.request, epoch: epoch)
            _ = try? conversation.receive()
        }
        let service = try fake.connect()
        let result = try #require(try service.unwrap([request(protection)]).first)
        if isRefused {
            #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try result.get() }
        } else {
            #expect(try result.get().isWiped == false)
        }
    }

    @Test("an end of the device overtakes every class", arguments: ProtectionClass.allCases)
    func ended(protection: ProtectionClass) throws {
        let fake = try FakeAgent { conversation in
            let unwrap = try conversation.receive(.unwrap)
            try conversation.send(AgentNotice.end(isOff: false).frame(epoch: 5))
            try conversation.giveKey(for: unwrap.request, epoch: 4)
            _ = try conversation.receive(.acknowledge)
            _ = try? conversation.receive()
        }
        let service = try fake.connect()
        let result = try #require(try service.unwrap([request(protection)]).first)
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try result.get() }
    }

    @Test("a key that came before the discard is wiped by it before the acknowledgement")
    func wiped() throws {
        let keys = Notes<Bool>()
        let boxes = Notes<SecretBox>()
        let fake = try FakeAgent { conversation in
            let unwrap = try conversation.receive(.unwrap)
            try conversation.giveKey(for: unwrap.request, epoch: 4)
            // The status request shows that the client has taken the key.
            let status = try conversation.receive(.status)
            try conversation.send(AgentNotice.discard([.complete]).frame(epoch: 5))
            let acknowledgement = try conversation.receive(.acknowledge)
            keys.note(acknowledgement.epoch == 5 && boxes.seen.first?.isWiped == true)
            try conversation.send(
                Frame(
                    .failure,
                    request: status.request,
                    epoch: 5,
                    body: ProtectionError(.busy, "enough").wireBytes
                )
            )
        }
        let service = try fake.connect()
        let key = try #require(try service.unwrap([request(.complete)]).first).get()
        boxes.note(key)
        #expect(throws: ProtectionError(.busy, "enough")) { try service.status() }
        #expect(keys.seen == [true])
    }

    @Test("while an observer reads, a reply is overtaken by a discard that waits its turn")
    func nested() throws {
        let fake = try FakeAgent { conversation in
            // The client asks for its status once its observer is in place.
            let status = try conversation.receive(.status)
            try conversation.send(AgentNotice.discard([.complete]).frame(epoch: 5))
            let unwrap = try conversation.receive(.unwrap)
            try conversation.send(
                AgentNotice.discard([.completeWhenUserInactive]).frame(epoch: 6)
            )
            try conversation.giveKey(for: unwrap.request, epoch: 5)
            _ = try conversation.receive(.acknowledge)
            _ = try conversation.receive(.acknowledge)
            try conversation.send(
                Frame(
                    .failure,
                    request: status.request,
                    epoch: 6,
                    body: ProtectionError(.busy, "enough").wireBytes
                )
            )
        }
        let service = try fake.connect()
        let codes = Notes<ErrorCode?>()
        let request = request(.completeWhenUserInactive)
        let observation = service.observe { [weak service] notice in
            guard case .willDiscard([.complete]) = notice, let service else { return }
            do {
                _ = try service.unwrap([request])[0].get()
                codes.note(nil)
            } catch { codes.note((error as? ProtectionError)?.code) }
        }
        #expect(throws: ProtectionError(.busy, "enough")) { try service.status() }
        observation.cancel()
        #expect(codes.seen == [.protectedDataUnavailable])
    }
}
