import KeyAgent
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import Testing

@Suite("Frames")
struct FrameTests {
    private static let status = DeviceStatus(
        state: .locking,
        hasPasscode: true,
        isUserInactive: true,
        failedAttempts: 3,
        retryAfter: .seconds(60),
        graceEndsIn: .milliseconds(1_500),
        isMemoryLocked: false
    )
    private static let settings = {
        var settings = DeviceSettings()
        settings.autoLock = .milliseconds(250)
        settings.inactivityReboot = .seconds(259_200)
        settings.maximumFailedAttempts = 7
        settings.delays = .modern
        settings.derivationCost = .interactive
        settings.suite = .aes256GCM
        return settings
    }()
    private static let process = ClientProcess(identifier: 42, name: "reader")

    private func roundTrip<Value: WireValue & Equatable>(_ value: Value) -> Bool {
        Value(wireBytes: value.wireBytes) == value
    }

    @Test("values come back as they were written")
    func values() {
        #expect(roundTrip(Self.status))
        #expect(
            roundTrip(
                AgentStatus(
                    device: Self.status,
                    settings: Self.settings,
                    openHandles: 7,
                    busy: [BusyClient(process: Self.process, protection: .complete)],
                    deviceKey: "/run/key"
                )
            )
        )
        for kind in ErrorCode.Kind.allCases {
            let error = ProtectionError(
                ErrorCode(kind),
                "why",
                cause: RetryDelay(.seconds(1))
            )
            let back = ProtectionError(wireBytes: error.wireBytes)
            #expect(back?.code == error.code)
            #expect(back?.message == "why")
            #expect(back?.retryAfter == .seconds(1))
        }
    }

    @Test("a key's path that is too long for the wire is left out and not cut off")
    func longKeyPath() {
        let status = AgentStatus(
            device: Self.status,
            settings: Self.settings,
            openHandles: 0,
            busy: [],
            deviceKey: "/" + String(repeating: "k", count: 600)
        )
        #expect(status.deviceKey == nil)
        #expect(roundTrip(status))
    }

    @Test("a value with something behind it, or cut short, is none")
    func truncatedValues() {
        let bytes = Self.status.wireBytes
        #expect(DeviceStatus(wireBytes: bytes + [0]) == nil)
        for count in 0..<bytes.count {
            #expect(DeviceStatus(wireBytes: Array(bytes.prefix(count))) == nil)
        }
    }

    @Test("notices come back as they were written")
    func notices() {
        let at = Timestamp(seconds: 1, nanoseconds: 2)
        var notices: [AgentNotice] = [
            .discard([]), .discard(ProtectionClass.allCases), .end(isOff: true),
            .end(isOff: false),
        ]
        for kind in DeviceEvent.Kind.allCases {
            notices.append(.event(DeviceEvent(kind, state: .locked, at: at)))
        }
        for notice in notices {
            let frame = notice.frame(epoch: 9)
            #expect(frame.epoch == 9)
            let type = FrameType(rawValue: frame.type)
            #expect(type.flatMap { AgentNotice($0, body: frame.body) } == notice)
        }
    }

    @Test("the longest answers fit into a frame")
    func longestAnswers() {
        let message = String(repeating: "m", count: 2_000)
        let failures = [ProtectionError?](repeating: ProtectionError(.busy, message), count: 256)
        #expect(UnwrapReply(failures: failures).wireBytes.count < FrameHeader.frameByteLimit - 28)
        let name = String(repeating: "👩‍👩‍👧‍👦", count: 64)
        let process = ClientProcess(identifier: 1, name: name)
        let status = AgentStatus(
            device: Self.status,
            settings: Self.settings,
            openHandles: 1,
            busy: Array(
                repeating: BusyClient(process: process, protection: .complete),
                count: 1_280
            )
        )
        #expect(status.wireBytes.count < FrameHeader.frameByteLimit - 28)
        let laggards = [ClientProcess](repeating: process, count: 300)
        #expect(ControlReply(laggards: laggards).wireBytes.count < FrameHeader.frameByteLimit - 28)
    }

    /// A kind and a length, as they stand in a frame.
    private static func form(_ kind: KeySlot.Kind, _ count: Int) -> [UInt8] {
        [kind.rawValue, UInt8(count & 255), UInt8(count >> 8)]
    }

    @Test("a passcode has 1 to 1024 bytes, on both sides of a change")
    func passcodeLengths() {
        for count in [0, 1_025, 4_096] {
            let form = Self.form(.passcode, count)
            #expect(AgentRequest(.unlock, body: form, secretCount: count) == nil)
            #expect(AgentRequest(.setPasscode, body: [], secretCount: count) == nil)
        }
        let longest = Self.form(.passcode, 1_024)
        #expect(AgentRequest(.unlock, body: longest, secretCount: 1_024) != nil)
        #expect(AgentRequest(.unlock, body: longest, secretCount: 1_023) == nil)
        // Old 4 bytes, new none; old none; old longer than all.
        for (old, all) in [(4, 4), (0, 4), (5, 4), (1, 1_026)] {
            let form = Self.form(.passcode, old)
            #expect(AgentRequest(.changePasscode, body: form, secretCount: all) == nil)
            #expect(AgentRequest(.recover, body: form, secretCount: all) == nil)
        }
        let form = Self.form(.passcode, 4)
        #expect(AgentRequest(.changePasscode, body: form, secretCount: 8) != nil)
        #expect(AgentRequest(.status, body: [], secretCount: 1) == nil)
    }

    @Test(
        "a key has the length of its kind",
        arguments: [
            (KeySlot.Kind.recoveryKey, 20, true), (.recoveryKey, 19, false),
            (.recoveryKey, 21, false), (.keyFile, 32, true), (.keyFile, 1_024, true),
            (.keyFile, 31, false), (.keyFile, 1_025, false), (.device, 0, false),
            (.device, 20, false),
        ]
    )
    func keyLengths(kind: KeySlot.Kind, count: Int, isRead: Bool) {
        let form = Self.form(kind, count)
        let name: [UInt8] = [1, 0, 97]
        #expect((AgentRequest(.unlock, body: form, secretCount: count) != nil) == isRead)
        let new = form + name + [0, 0, 0, 0]
        #expect((AgentRequest(.addKey, body: new, secretCount: count) != nil) == isRead)
        let authorized = form + name + [0, 0, 0, 1] + Self.form(.passcode, 4)
        #expect((AgentRequest(.addKey, body: authorized, secretCount: count + 4) != nil) == isRead)
        #expect(AgentRequest(.addKey, body: authorized, secretCount: count) == nil)
    }

    @Test("a chip that is to count is named with its tries, and for a passcode alone")
    func chips() {
        let name: [UInt8] = [1, 0, 97, 0, 0]
        let chip: [UInt8] = [1, 1, 0, 98, 10, 0, 0, 0]
        let pin = Self.form(.passcode, 4) + name
        let request = AgentRequest(.addKey, body: pin + chip + [0], secretCount: 4)
        guard case .addKey(let new, nil) = request else {
            Issue.record("the request is not read")
            return
        }
        #expect(new.chip == PINChip(address: "b", limit: 10))
        // No address, no tries, too many, and a key that nobody guesses.
        for wrong: [UInt8] in [
            [1, 0, 0, 10, 0, 0, 0], [1, 1, 0, 98, 0, 0, 0, 0], [1, 1, 0, 98, 0, 0, 0, 1],
            [1, 1, 0, 0xFF, 10, 0, 0, 0],
        ] {
            #expect(AgentRequest(.addKey, body: pin + wrong + [0], secretCount: 4) == nil)
        }
        let file = Self.form(.keyFile, 32) + name + chip + [0]
        #expect(AgentRequest(.addKey, body: file, secretCount: 32) == nil)
    }

    @Test("secrets of several blocks arrive in the order in which they were stored")
    func secretBlocks() throws {
        let arena = SecureArena()
        let payload = try SecretPayload(count: 8_192, arena: arena)
        for index in 0..<256 {
            let key = try SecureBytes(count: 32, group: .transit, arena: arena) { span in
                span.storeBytes([UInt8](repeating: UInt8(index), count: 32))
            }
            try payload.store(key, at: index * 32)
        }
        for index in [0, 127, 128, 255] {
            let piece = try payload.piece(index * 32..<index * 32 + 32, in: .fileKeys(.none))
            let expected = try SecureBytes(count: 32, group: .transit, arena: arena) { span in
                span.storeBytes([UInt8](repeating: UInt8(index), count: 32))
            }
            let isSame = try piece.isEqual(to: expected)
            #expect(isSame)
        }
    }

    @Test("a piece that is not all there is refused", arguments: [-1, 33, 64, 8_192])
    func missingPieces(start: Int) throws {
        let payload = try SecretPayload(count: 64, arena: SecureArena())
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try payload.piece(start..<start + 32, in: .transit)
        }
    }

    @Test("10,000 damaged frames are read or refused, and what is read says what it says")
    func fuzz() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let samples = Self.samples
        var read = 0
        for round in 0..<10_000 {
            var bytes = samples[Int.random(in: 0..<samples.count, using: &random)]
            // Some stay whole, which shows that the others are refused for their damage.
            for _ in 0..<Int.random(in: 0...3, using: &random) { Self.damage(&bytes, &random) }
            read += Self.readAll(bytes, &random, "seed \(seed), round \(round)")
        }
        #expect(read > 2_000)
    }

    /// Feeds bytes in random portions and checks every frame that comes out; how many did.
    private static func readAll(
        _ bytes: [UInt8],
        _ random: inout SplitMix64,
        _ comment: Comment
    ) -> Int {
        var receiver = FrameReceiver(arena: arena)
        var position = 0
        var frames = 0
        while true {
            let portion = Int.random(in: 1...300, using: &random)
            let reception = try? receiver.next { (target, offset) throws(FrameError) in
                let room = target.byteCount - offset
                let count = min(portion, room, bytes.count - position)
                for index in 0..<count {
                    target.storeBytes(
                        of: bytes[position + index],
                        toByteOffset: offset + index,
                        as: UInt8.self
                    )
                }
                position += count
                return count
            }
            guard case .frame(let frame)? = reception else { return frames }
            frames += 1
            check(frame, comment)
        }
    }

    private static func check(_ frame: Frame, _ comment: Comment) {
        let count = frame.secrets?.count ?? 0
        #expect(frame.body.count + count <= FrameHeader.frameByteLimit, comment)
        #expect(count <= FrameHeader.secretByteLimit, comment)
        guard let type = FrameType(rawValue: frame.type) else { return }
        if let request = AgentRequest(type, body: frame.body, secretCount: count),
            type != .hello
        {
            #expect(request.body == frame.body, comment)
        }
        if let notice = AgentNotice(type, body: frame.body) {
            #expect(notice.frame(epoch: 0).body == frame.body, comment)
        }
        _ = HelloReply(wireBytes: frame.body)
        _ = AgentStatus(wireBytes: frame.body)
        _ = MakeKeysReply(wireBytes: frame.body)
        _ = UnwrapReply(wireBytes: frame.body)
        _ = ControlReply(wireBytes: frame.body)
        _ = ProtectionError(wireBytes: frame.body)
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: bytes.removeLast(bytes.count - index)
        case 3: bytes.insert(UInt8.random(in: 0 ... .max, using: &random), at: index)
        default: bytes.append(contentsOf: bytes[index...])
        }
    }

    private static let arena = SecureArena()

    private static var settingsChange: SettingsChange {
        var change = SettingsChange()
        change.grace = .seconds(3)
        change.autoLock = .some(nil)
        change.inactivityReboot = .seconds(4)
        change.maximumFailedAttempts = .some(nil)
        change.delays = .classic
        return change
    }

    private static var samples: [[UInt8]] {
        let file = FileID([UInt8](repeating: 1, count: 16))
        let wrapped = WrappedKey(protection: .complete, bytes: [UInt8](repeating: 2, count: 72))
        let passcode = CredentialForm(.passcode, byteCount: 4)
        let requests: [AgentRequest] = [
            .hello(
                features: 0,
                directory: FileIdentity(device: 1, inode: 2),
                process: "someone"
            ), .subscribe,
            .makeKeys([NewKeyRequest(fileID: file, protection: .none)]),
            .unwrap([UnwrapRequest](repeating: UnwrapRequest(wrapped, fileID: file), count: 5)),
            .rewrap(UnwrapRequest(wrapped, fileID: file), .none), .status,
            .unlock(passcode),
            .lock(skippingGrace: true), .reboot, .shutDown, .setPasscode,
            .changePasscode(passcode), .removePasscode(passcode), .recover(passcode), .erase,
            .addKey(NewKeyForm(name: "stick", passcode, data: [7]), passcode),
            .removeKey(2, passcode), .removeKey(3, nil), .renameKey(2, "office"),
            .changeSettings(SettingsChange(), nil), .changeSettings(Self.settingsChange, passcode),
            .setPasscodeRules(PasscodeRules()),
            .noteOpenHandles([OpenHandleCount(protection: .complete, count: 3)]), .acknowledge,
        ]
        var samples = requests.map { request in
            bytes(request.type, request.body, secretCount: secretCount(request))
        }
        samples.append(
            bytes(
                .event,
                AgentNotice.event(
                    DeviceEvent(.booted, state: .locked, at: Timestamp(seconds: 1))
                ).frame(epoch: 1).body
            )
        )
        samples.append(bytes(.discard, AgentNotice.discard([.complete]).frame(epoch: 1).body))
        samples.append(bytes(.failure, ProtectionError(.busy, "why").wireBytes))
        samples.append(
            bytes(.reply, UnwrapReply(failures: [nil, nil]).wireBytes, secretCount: 8_192)
        )
        return samples
    }

    private static func secretCount(_ request: AgentRequest) -> Int {
        switch request {
        case .unlock, .setPasscode, .removePasscode, .removeKey(_, .some),
            .changeSettings(_, .some):
            4
        case .changePasscode, .recover, .addKey: 8
        default: 0
        }
    }

    /// A frame as the format's description says, written anew.
    private static func bytes(
        _ type: FrameType,
        _ body: [UInt8],
        secretCount: Int = 0
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(UInt32(24 + body.count + secretCount))
        writer.append(UInt16(1))
        writer.append(type.rawValue)
        writer.append(UInt64(5))
        writer.append(UInt64(6))
        writer.append(UInt32(secretCount))
        writer.append(body)
        writer.append([UInt8](repeating: 7, count: secretCount))
        return writer.bytes
    }
}
