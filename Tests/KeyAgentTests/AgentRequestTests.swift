import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("Every request, over a real socket")
struct AgentRequestTests {
    private func fileID(_ number: UInt8) -> FileID {
        FileID([UInt8](repeating: number, count: 16))
    }

    @Test("hello brings the device, its cipher and the holder's volume keys")
    func hello() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        #expect(service.deviceID == agent.holder.deviceID)
        #expect(service.suite == agent.holder.suite)
        let own = try agent.holder.volumeKeys()
        #expect(try service.volumeKeys().isSame(as: own))
    }

    @Test("status names the device key as the agent knows it", arguments: [nil, "/keys/key"])
    func deviceKey(path: String?) throws {
        let agent = try RunningAgent(deviceKey: path)
        #expect(try agent.control().status().deviceKey == path)
    }

    @Test(
        "activity is told every quarter of a second, or of the time to the lock where that is short",
        arguments: [
            (nil, 250), (.seconds(300), 250), (.seconds(1), 250), (.milliseconds(200), 50),
        ] as [(Duration?, Int)]
    )
    func activity(autoLock: Duration?, pause: Int) throws {
        let fake = try FakeAgent(autoLock: autoLock) { conversation in
            for expected in [FrameType.noteActivity, .status, .noteActivity, .status] {
                let frame = try conversation.receive()
                guard frame.type == expected.rawValue else { return }
                if expected == .status { try conversation.answerStatus(frame) }
            }
            _ = try? conversation.receive()
        }
        let clock = ManualClock()
        let service = try fake.connect(elapsed: { clock.now() })
        service.noteActivity()
        clock.advance(by: .milliseconds(pause - 1))
        service.noteActivity()
        _ = try service.agentStatus()
        clock.advance(by: .milliseconds(1))
        service.noteActivity()
        _ = try service.agentStatus()
    }

    @Test("a key made in one process opens in another", arguments: ProtectionClass.allCases)
    func makeAndUnwrap(_ protection: ProtectionClass) throws {
        let agent = try RunningAgent()
        let maker = try agent.connectUnlocked()
        let reader = try agent.connect()
        let new = try #require(
            try maker.makeKeys([NewKeyRequest(fileID: fileID(7), protection: protection)]).first
        )
        let request = UnwrapRequest(new.wrapped, fileID: fileID(7))
        let opened = try #require(try reader.unwrap([request]).first).get()
        #expect(try opened.isSame(as: new.key))
        let group = opened.secret.group
        #expect(group == .fileKeys(protection))
    }

    @Test("256 keys open in one request, the damaged ones each for itself")
    func manyKeys() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let made = try service.makeKeys(
            (0..<256).map { NewKeyRequest(fileID: fileID(UInt8($0)), protection: .complete) }
        )
        let results = try service.unwrap(
            made.enumerated().map { index, key in
                // Every tenth stands in another file than it was made for.
                let owner = index % 10 == 0 ? index ^ 1 : index
                return UnwrapRequest(key.wrapped, fileID: fileID(UInt8(owner)))
            }
        )
        #expect(results.count == 256)
        for (index, result) in results.enumerated() {
            if index % 10 == 0 {
                #expect(throws: ProtectionError(.authenticationFailure, "")) { try result.get() }
            } else {
                #expect(try result.get().isSame(as: made[index].key))
            }
        }
    }

    @Test("more than 256 keys are refused before they are sent")
    func tooManyKeys() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let requests = (0..<257).map { _ in
            NewKeyRequest(fileID: fileID(1), protection: .none)
        }
        #expect(throws: ProtectionError(.invalidArgument, "")) { try service.makeKeys(requests) }
        #expect(try service.makeKeys([]).isEmpty)
    }

    @Test("a wrap changes its class and keeps its key")
    func rewrap() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let new = try #require(
            try service.makeKeys([NewKeyRequest(fileID: fileID(1), protection: .none)]).first
        )
        let moved = try service.rewrap(
            UnwrapRequest(new.wrapped, fileID: fileID(1)),
            to: .complete
        )
        #expect(moved.protection == .complete)
        let opened = try #require(
            try service.unwrap([UnwrapRequest(moved, fileID: fileID(1))]).first
        )
        #expect(try opened.get().isSame(as: new.key))
    }

    @Test("before the first unlock only class D opens, and class B can be made")
    func beforeFirstUnlock() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try service.makeKeys([NewKeyRequest(fileID: fileID(1), protection: .complete)])
        }
        let made = try service.makeKeys([
            NewKeyRequest(fileID: fileID(1), protection: .none),
            NewKeyRequest(fileID: fileID(2), protection: .completeUnlessOpen),
        ])
        let opened = try service.unwrap([
            UnwrapRequest(made[0].wrapped, fileID: fileID(1)),
            UnwrapRequest(made[1].wrapped, fileID: fileID(2)),
        ])
        #expect(try opened[0].get().isSame(as: made[0].key))
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try opened[1].get() }
    }

    @Test("status tells the state and who has handles open")
    func status() throws {
        let agent = try RunningAgent()
        let service = try agent.connect("reader\u{1B}[31m")
        #expect(try service.status().state == .beforeFirstUnlock)
        service.noteOpenHandles { [.complete: 2, .none: 3, .completeUnlessOpen: 0] }
        let status = try service.agentStatus()
        #expect(status.openHandles == 5)
        #expect(status.busy.map(\.protection) == [.complete, .none])
        // The escape character would reach a user's terminal.
        #expect(status.busy.allSatisfy { $0.process.name == "reader[31m" })
        service.noteOpenHandles { [:] }
        #expect(try service.agentStatus().busy.isEmpty)
    }

    @Test("the last of many changes of the number of handles is told, also without being asked")
    func manyHandles() async throws {
        let agent = try RunningAgent()
        let service = try agent.connect("reader")
        let other = try agent.connect("other")
        for count in 0...1_000 { service.noteOpenHandles { [.complete: count] } }
        while try other.agentStatus().openHandles != 1_000 {
            try await Task.sleep(for: .milliseconds(1))
        }
        service.noteOpenHandles { [.complete: 1] }
        service.noteOpenHandles { [.complete: 2] }
        #expect(try service.agentStatus().openHandles == 2)
    }

    @Test("a wrong passcode is counted and refused with its waiting time")
    func wrongPasscode() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        for guess in 0..<5 {
            #expect(throws: ProtectionError(.passcodeIncorrect, "")) {
                try service.unlock(try .published("wrong \(guess)", service.arena))
            }
        }
        let error = #expect(throws: ProtectionError.self) {
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
        #expect(error?.code == .passcodeDelayed)
        #expect(error?.retryAfter == .seconds(60))
        #expect(try service.status().failedAttempts == 5)
        #expect(try service.status().state == .beforeFirstUnlock)
    }

    @Test("passcodes are set, changed and removed")
    func passcodes() throws {
        let agent = try RunningAgent(passcode: nil)
        let service = try agent.connect()
        let arena = service.arena
        #expect(throws: ProtectionError(.passcodeNotSet, "")) {
            try service.removePasscode(try .published("1", arena))
        }
        try service.setPasscode(try .published("first", arena))
        #expect(throws: ProtectionError(.alreadyExists, "")) {
            try service.setPasscode(try .published("again", arena))
        }
        let long = String(repeating: "x", count: Passcode.byteLimit)
        try service.changePasscode(try .published("first", arena), to: try .published(long, arena))
        try service.lock(skippingGrace: true)
        #expect(throws: ProtectionError(.passcodeIncorrect, "")) {
            try service.unlock(try .published("first", arena))
        }
        try service.unlock(try .published(long, arena))
        try service.removePasscode(try .published(long, arena))
        #expect(try service.status().hasPasscode == false)
    }

    @Test("a reboot ends every key and leaves the connection")
    func reboot() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let key = try #require(
            try service.makeKeys([
                NewKeyRequest(fileID: fileID(1), protection: .completeUnlessOpen)
            ]).first
        )
        let log = NoticeLog()
        let observation = service.observe { log.note($0) }
        try service.reboot()
        observation.cancel()
        #expect(key.key.isWiped)
        #expect(log.heard.prefix(2) == ["will-end", "did-end"])
        #expect(try service.status().state == .beforeFirstUnlock)
        #expect(try service.volumeKeys().isWiped == false)
    }

    @Test("a lock that comes while the passcode is stretched voids the unlock")
    func lockDuringUnlock() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        // The first store counts the guess; the second one follows the derivation.
        agent.keySource.afterStore(skipping: 1) { try? service.lock(skippingGrace: true) }
        #expect(throws: ProtectionError(.busy, "")) {
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
        #expect(try service.status().state == .beforeFirstUnlock)
    }

    @Test("an unlock on the way does not hold up other requests")
    func requestsDuringUnlock() throws {
        let agent = try RunningAgent()
        let service = try agent.connect()
        let states = Notes<LockState?>()
        agent.keySource.afterStore(skipping: 1) { states.note(try? service.status().state) }
        try service.unlock(try .published(RunningAgent.passcode, service.arena))
        #expect(states.seen == [.beforeFirstUnlock])
        #expect(try service.status().state == .unlocked)
    }

    @Test("many threads share one connection")
    func manyThreads() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let threads = try (0..<8).map { number in
            try Outcome {
                let id = FileID([UInt8](repeating: UInt8(number), count: 16))
                for _ in 0..<50 {
                    let new = try service.makeKeys([
                        NewKeyRequest(fileID: id, protection: .complete)
                    ])
                    let opened = try service.unwrap([UnwrapRequest(new[0].wrapped, fileID: id)])
                    guard try opened[0].get().isSame(as: new[0].key) else {
                        return false
                    }
                }
                return true
            }
        }
        for thread in threads { #expect(try thread.get()) }
    }

    @Test("keys for what happens by itself leave the device idle", arguments: [false, true])
    func background(isInBackground: Bool) throws {
        var settings = DeviceSettings.quick
        settings.autoLock = .seconds(4)
        let agent = try RunningAgent(settings: settings)
        let service = try agent.connectUnlocked()
        agent.clock.advance(by: .seconds(3))
        try DeviceUse.$isInBackground.withValue(isInBackground) {
            let request = NewKeyRequest(fileID: fileID(1), protection: .complete)
            let new = try #require(try service.makeKeys([request]).first)
            _ = try service.unwrap([UnwrapRequest(new.wrapped, fileID: fileID(1))])
            service.noteActivity()
        }
        agent.clock.advance(by: .seconds(1))
        let expected: LockState = isInBackground ? .locking : .unlocked
        #expect(try service.status().state == expected)
    }
}
