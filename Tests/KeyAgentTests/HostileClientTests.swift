import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import Testing

@Suite("Clients that mean no good, or are broken")
struct HostileClientTests {
    private static func header(
        length: UInt32,
        version: UInt16 = 1,
        type: UInt16 = 1,
        secretCount: UInt32 = 0
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(length)
        writer.append(version)
        writer.append(type)
        writer.append(UInt64(77))
        writer.append(UInt64(0))
        writer.append(secretCount)
        return writer.bytes
    }

    @Test(
        "garbage ends its own connection and no other",
        arguments: [
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
            Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
            header(length: 23), header(length: 262_141), header(length: .max),
            header(length: 24, secretCount: 1), header(length: 9_000, secretCount: 8_193),
            // Allowed in a reply, but no request has so many secret bytes.
            header(length: 24 + 2_049, secretCount: 2_049),
        ]
    )
    func garbage(_ bytes: [UInt8]) throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let raw = try RawClient(agent.endpoint.path)
        try raw.send(bytes)
        #expect(raw.receive() == nil)
        #expect(try service.status().state == .unlocked)
    }

    @Test("another version is named in an error, and then the connection ends")
    func wrongVersion() throws {
        let agent = try RunningAgent()
        let raw = try RawClient(agent.endpoint.path)
        try raw.send(Self.header(length: 24, version: 2))
        let reply = try #require(raw.receive())
        #expect(reply.request == 77)
        #expect(RawClient.error(reply)?.code == .unsupportedVersion)
        #expect(raw.receive() == nil)
    }

    @Test("an unknown type is an error, and the conversation goes on")
    func unknownType() throws {
        let agent = try RunningAgent()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        try raw.send(Self.header(length: 24, type: 999))
        let reply = try #require(raw.receive())
        #expect(reply.request == 77)
        #expect(RawClient.error(reply)?.code == .unsupportedVersion)
        #expect(try raw.ask(.status, number: 3)?.type == FrameType.reply.rawValue)
    }

    @Test(
        "a request that is malformed inside its frame is refused alone",
        arguments: [
            Frame(.unwrap, request: 5, body: [255, 255]),
            Frame(.unwrap, request: 5, body: [1, 0]),
            Frame(.makeKeys, request: 5, body: [1, 1]),
            Frame(.lock, request: 5, body: [2]), Frame(.lock, request: 5),
            Frame(.status, request: 5, body: [0]), Frame(.unlock, request: 5),
            Frame(.changePasscode, request: 5, body: [1, 0, 0]),
            Frame(.addKey, request: 5, body: [1, 4, 0]), Frame(.removeKey, request: 5),
            Frame(.renameKey, request: 5, body: [1]), Frame(.changeSettings, request: 5),
            Frame(.reply, request: 5), Frame(.discard, request: 5, body: [0, 0]),
        ]
    )
    func malformedBody(_ frame: Frame) throws {
        let agent = try RunningAgent()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        try raw.send(frame)
        let reply = try #require(raw.receive())
        #expect(reply.request == 5)
        #expect(RawClient.error(reply)?.code == .invalidArgument)
        #expect(try raw.ask(.status, number: 6)?.type == FrameType.reply.rawValue)
    }

    @Test("nothing is answered before hello")
    func withoutHello() throws {
        let agent = try RunningAgent()
        let raw = try RawClient(agent.endpoint.path)
        let requests: [AgentRequest] = [
            .status, .subscribe, .lock(skippingGrace: true), .shutDown, .erase, .unwrap([]),
        ]
        for (index, request) in requests.enumerated() {
            let reply = try raw.ask(request, number: UInt64(index + 1))
            #expect(RawClient.error(reply)?.code == .invalidArgument)
        }
        #expect(try agent.holder.status().state == .beforeFirstUnlock)
    }

    @Test("a frame that does not come to its end is waited for so long and no longer")
    func slowFrame() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        try raw.send(Self.header(length: 100))
        // A round trip of another client shows that the agent has seen the header.
        try waitForLoop(service)
        agent.losePatience(.milliseconds(4_999))
        try waitForLoop(service)
        // One more byte buys no time.
        try raw.send([0])
        try waitForLoop(service)
        agent.losePatience(.milliseconds(1))
        #expect(raw.receive() == nil)
        #expect(try service.status().state == .unlocked)
    }

    @Test("a client that does not read is dropped, and meanwhile holds no one up")
    func unreadReplies() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        let made = try service.makeKeys(
            (0..<256).map { _ in
                NewKeyRequest(
                    fileID: FileID([UInt8](repeating: 1, count: 16)),
                    protection: .none
                )
            }
        )
        let request = AgentRequest.unwrap(
            made.map {
                UnwrapRequest($0.wrapped, fileID: FileID([UInt8](repeating: 1, count: 16)))
            }
        )
        // Each answer is over 8 KiB; a thread sends until the agent takes no more.
        let flood = try Outcome {
            let path = agent.endpoint.path
            let flooding = try RawClient.subscribed(path)
            var sent = 0
            while (try? flooding.send(request, number: 9)) != nil { sent += 1 }
            return sent
        }
        _ = try #require(try raw.ask(.status, number: 3))
        let watch = try Outcome {
            // Replies that wait stop the reading, and patience ends the connection.
            while flood.isRunning {
                agent.losePatience(.seconds(1))
                _ = try service.status()
            }
        }
        #expect(try flood.get() > 0)
        try watch.get()
        #expect(try service.status().state == .unlocked)
        #expect(try raw.ask(.status, number: 4) != nil)
    }

    @Test("clients over the limit are told so and turned away")
    func tooManyClients() throws {
        var limits = AgentLimits()
        limits.clients = 3
        let agent = try RunningAgent(limits: limits)
        let raws = try (0..<3).map { _ in try RawClient.subscribed(agent.endpoint.path) }
        let extra = try RawClient(agent.endpoint.path)
        try extra.send(try RawClient.hello(agent.endpoint.path), number: 1)
        #expect(RawClient.error(extra.receive())?.code == .busy)
        #expect(extra.receive() == nil)
        for raw in raws { #expect(try raw.ask(.status, number: 3) != nil) }
    }

    @Test(
        "connections that do nothing keep no client out, however many there are",
        arguments: [false, true]
    )
    func idleClients(greet: Bool) throws {
        var limits = AgentLimits()
        limits.clients = 4
        limits.reserve = 4
        let agent = try RunningAgent(limits: limits)
        let services = [try agent.connectUnlocked(), try agent.connect(), try agent.connect()]
        let hello = try RawClient.hello(agent.endpoint.path, features: HelloReply.withoutKeys)
        let idle = try (0..<40).map { _ in
            let raw = try RawClient(agent.endpoint.path)
            if greet { #expect(try raw.ask(hello, number: 1) != nil) }
            return raw
        }
        _ = try agent.control().lock(skippingGrace: true)
        for service in services { #expect(try service.status().state == .locked) }
        #expect(try agent.connect().status().state == .locked)
        #expect(idle[0].receive() == nil)
    }

    @Test("a connection that does not say hello is kept for so long and no longer")
    func greeting() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let silent = try RawClient(agent.endpoint.path)
        let halfSaid = try RawClient(agent.endpoint.path)
        try halfSaid.send(Array(Self.header(length: 24 + 10).prefix(9)))
        let idle = try agent.control()
        #expect(try idle.status().device.state == .unlocked)
        agent.losePatience(.milliseconds(999))
        try waitForLoop(service)
        agent.losePatience(.milliseconds(1))
        #expect(silent.receive() == nil)
        #expect(halfSaid.receive() == nil)
        // One without keys has a little longer, counted from its last question.
        agent.losePatience(.milliseconds(3_999))
        #expect(try idle.status().device.state == .unlocked)
        agent.losePatience(.milliseconds(4_999))
        #expect(try idle.status().device.state == .unlocked)
        agent.losePatience(.milliseconds(5_000))
        try waitForLoop(service)
        #expect(throws: ProtectionError(.agentUnreachable, "")) { try idle.status() }
        // With keys one may idle for as long as one likes.
        #expect(try service.status().state == .unlocked)
    }

    @Test("a conversation without keys gets none, and does nothing that takes a passcode")
    func withoutKeys() throws {
        let agent = try RunningAgent()
        let service = try agent.connectUnlocked()
        let raw = try RawClient(agent.endpoint.path)
        let hello = try RawClient.hello(agent.endpoint.path, features: HelloReply.withoutKeys)
        let greeting = try #require(try raw.ask(hello, number: 1))
        #expect(greeting.type == FrameType.reply.rawValue)
        #expect(greeting.secrets == nil)
        let requests: [AgentRequest] = [
            .subscribe, .erase, .noteActivity, .setPasscodeRules(PasscodeRules()),
            .noteOpenHandles([]),
        ]
        for (index, request) in requests.enumerated() {
            let reply = try raw.ask(request, number: UInt64(index + 2))
            #expect(RawClient.error(reply)?.code == .permissionDenied)
        }
        for request in [AgentRequest.makeKeys([]), .unwrap([])] {
            let reply = try raw.ask(request, number: 20)
            #expect(RawClient.error(reply)?.code == .invalidArgument)
        }
        #expect(try raw.ask(.status, number: 30)?.type == FrameType.reply.rawValue)
        #expect(try service.status().state == .unlocked)
    }

    @Test(
        "descriptors are shared out so that the device's own files and a lock have theirs",
        arguments: [
            (1_000, 256, 32), (304, 256, 32), (100, 63, 21), (40, 18, 6), (20, 2, 2),
        ]
    )
    func descriptors(left: Int, clients: Int, reserve: Int) throws {
        let limits = try #require(AgentLimits(descriptorsLeft: left))
        #expect(limits.clients == clients)
        #expect(limits.reserve == reserve)
        #expect(limits.clients + limits.reserve <= left - 16)
    }

    @Test("without descriptors for a lock there is no agent", arguments: [19, 4, 0])
    func noDescriptors(left: Int) {
        #expect(AgentLimits(descriptorsLeft: left) == nil)
    }

    @Test(
        "connections that fetch no answer keep no one from locking, and are dropped in time",
        arguments: [false, true]
    )
    func deafClients(greets: Bool) throws {
        var limits = AgentLimits()
        limits.clients = 2
        limits.reserve = 2
        let agent = try RunningAgent(limits: limits)
        let service = try agent.connectUnlocked()
        let other = try agent.connect()
        let deaf = try (0..<2).map { _ in
            try RawClient.deaf(agent.endpoint.path, greets: greets)
        }
        _ = try agent.control().lock(skippingGrace: true)
        #expect(try service.status().state == .locked)
        #expect(try other.status().state == .locked)
        // The one that is left asks on and on, which buys no time.
        agent.losePatience(.milliseconds(4_999))
        try waitForLoop(service)
        agent.losePatience(.milliseconds(1))
        try waitForLoop(service)
        for raw in deaf { while raw.receive() != nil {} }
    }

    @Test("a client with keys that leaves without fetching its answers has its place still")
    func leavingClient() throws {
        var limits = AgentLimits()
        limits.clients = 1
        // It asks for far more than a socket takes, and the agent reads to the end of it.
        limits.queuedByteCountForReading = 16_777_216
        limits.queuedByteCount = 16_777_216
        let agent = try RunningAgent(limits: limits)
        let leaving = try RawClient.subscribed(agent.endpoint.path)
        for number in 3..<5_000 { try leaving.send(.status, number: UInt64(number)) }
        try leaving.send(Self.header(length: 24, version: 2))
        // Questions of one without keys show that the agent has come to its end.
        let control = try agent.control()
        for _ in 0..<400 { _ = try control.status() }
        let raw = try RawClient(agent.endpoint.path)
        let reply = try raw.ask(try RawClient.hello(agent.endpoint.path), number: 1)
        #expect(RawClient.error(reply)?.code == .busy)
        withExtendedLifetime(leaving) {}
    }

    @Test("hello is said once, so that whoever has keys stays counted", arguments: [0, 1])
    func secondHello(features: UInt32) throws {
        let agent = try RunningAgent()
        let raw = try RawClient.subscribed(agent.endpoint.path)
        let hello = try RawClient.hello(agent.endpoint.path, features: features)
        let again = try raw.ask(hello, number: 3)
        #expect(RawClient.error(again)?.code == .invalidArgument)
        #expect(try raw.ask(.makeKeys([]), number: 4)?.type == FrameType.reply.rawValue)
    }

    @Test("passcode requests of one client queue up to a limit")
    func tooManyRequests() throws {
        var limits = AgentLimits()
        limits.outstandingRequests = 2
        let agent = try RunningAgent(limits: limits)
        let raw = try RawClient.subscribed(agent.endpoint.path)
        let service = try agent.connect()
        // The worker stands still inside the first guess until the others have been answered.
        agent.keySource.afterStore(skipping: 1) {
            for number in 11...13 { try? raw.sendUnlock("0000", number: UInt64(number)) }
            _ = try? service.status()
            while let reply = raw.receive() {
                #expect(RawClient.error(reply)?.code == .busy)
                if reply.request == 13 { return }
            }
        }
        #expect(throws: Never.self) {
            try service.unlock(try .published(RunningAgent.passcode, service.arena))
        }
    }

    @Test("another user is refused at once")
    func foreignUser() throws {
        let agent = try RunningAgent(
            allowedUser: UserID.current + 1,
            controllingUser: UserID.current + 2
        )
        let raw = try RawClient(agent.endpoint.path)
        try? raw.send(try RawClient.hello(agent.endpoint.path), number: 1)
        #expect(raw.receive() == nil)
        #expect(throws: ProtectionError(.agentUnreachable, "")) { try agent.connect() }
        #expect(throws: ProtectionError(.agentUnreachable, "")) { try agent.control().status() }
    }

    @Test("root may lock another user's device and switch it off, and gets no keys")
    func root() throws {
        let agent = try RunningAgent(
            allowedUser: UserID.current + 1,
            controllingUser: UserID.current
        )
        #expect(throws: ProtectionError(.permissionDenied, "")) { try agent.connect() }
        let control = try agent.control()
        try agent.holder.unlock(try .published(RunningAgent.passcode, agent.holder.arena))
        #expect(try control.status().device.state == .unlocked)
        _ = try control.lock(skippingGrace: true)
        #expect(try agent.holder.status().state == .locked)
        try control.shutDown()
        agent.waitForEnd()
        #expect(try agent.holder.status().state == .off)
    }

    @Test(
        "another user is refused at once, with a real one",
        .enabled(if: UserID.current == 0, "only root can run a process as another user")
    )
    func realForeignUser() throws {
        let agent = try RunningAgent()
        // Open doors, so that the agent's own check is what refuses.
        try setPermissions(0o755, agent.endpoint.folder)
        try setPermissions(0o666, agent.endpoint.path)
        #expect(try answerByteCount(agent, user: "0") > 0)
        #expect(try answerByteCount(agent, user: "65534") == 0)
    }

    private func setPermissions(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: path
        )
    }

    /// How many bytes a process of a user is answered after it said hello.
    private func answerByteCount(_ agent: RunningAgent, user: String) throws -> Int {
        let script = """
            use IO::Socket::UNIX; $SIG{PIPE} = 'IGNORE';
            my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "connect: $!";
            syswrite($s, pack('H*', $ARGV[1])); my $n = sysread($s, my $answer, 28);
            print STDOUT ($n // 0);
            """
        let hello = try RawClient.hello(agent.endpoint.path).body
        var bytes = Self.header(length: UInt32(24 + hello.count)) + hello
        bytes[6] = 1
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=" + user, "--clear-groups", "perl", "-e", script, agent.endpoint.path, hex,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        return try #require(Int(text))
    }

    /// Two turns of the loop: input that was there before is read by then.
    private func waitForLoop(_ service: AgentKeyService) throws {
        _ = try service.status()
        _ = try service.status()
    }
}
