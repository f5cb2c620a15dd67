import DeviceIdentifiers
import KeyManagement
import Preferences
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("Pushes that only the app can read (rows N-45 to N-53)")
struct SealedPushRows {
    /// An app's keys as a device has them, and what its server knows.
    private struct App {
        static let arena = SecureArena()

        let registration: PushRegistration
        let privateKey: SecretBox

        init(
            _ application: String = "com.example.chat",
            team: String? = "ABCDE12345",
            seed: UInt64 = 1,
            sender: [UInt8]? = nil
        ) throws {
            privateKey = try Self.key(seed)
            registration = PushRegistration(
                try BundleIdentifier(application),
                team: team,
                token: [1, 2, 3],
                keys: [
                    PushRegistration.Key(
                        protection: .completeUntilFirstUserAuthentication,
                        publicKey: try X25519.publicKey(of: privateKey.secret)
                    )
                ],
                sender: sender
            )
        }

        static func key(_ seed: UInt64, _ arena: SecureArena = arena) throws -> SecretBox {
            let random = SeededRandomSource(seed: seed)
            return SecretBox(
                try SecureBytes(count: HPKE.privateKeyByteCount, group: .transit, arena: arena) {
                    random.fill(&$0)
                }
            )
        }

        func open(
            _ push: SealedPush,
            _ headers: RemotePayload.Headers? = nil,
            from sender: [UInt8]? = nil
        ) throws -> PushMessage {
            try push.open(
                with: privateKey.secret,
                for: registration.application,
                team: registration.team,
                headers ?? RemotePayload.Headers(),
                from: sender ?? registration.sender
            )
        }
    }

    private func message(_ body: String = "At 1?") -> PushMessage {
        var content = NotificationContent(title: "Ann", subtitle: "Lunch", body: body)
        content.badge = 2
        content.sound = .critical(name: nil, volume: 1)
        content.threadIdentifier = "ann"
        content.categoryIdentifier = "message"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.userInfo = [
            "chat": .integer(7), "flags": .array([.boolean(true), .real(0.5), .string("x")]),
            "nested": .dictionary(["a": .string("ü \u{1F600}")]),
        ]
        return PushMessage(
            content,
            sent: Timestamp(seconds: 1_790_000_000, nanoseconds: 123_000_000),
            expires: Timestamp(seconds: 1_790_003_600),
            sequence: .max,
            identifier: "m-1"
        )
    }

    @Test("N-45: what was sealed is opened, with everything in it, and is text in between")
    func row45() throws {
        let app = try App()
        let headers = try RemotePayload.Headers(.alert, collapseID: "chat-7")
        let push = try SealedPush.seal(message(), to: app.registration, headers)
        #expect(try app.open(SealedPush(reading: push.text), headers) == message())
        #expect(push.keyID == SealedPush.keyID(of: app.registration.keys[0].publicKey))
        // Each sealing is another.
        #expect(try SealedPush.seal(message(), to: app.registration, headers).text != push.text)
    }

    @Test("a push of the server that the app has named opens, and nobody else's")
    func authenticated() throws {
        let server = try App.key(7)
        let serverKey = try X25519.publicKey(of: server.secret)
        let app = try App(sender: serverKey)
        let headers = try RemotePayload.Headers()
        let push = try SealedPush.seal(
            message(),
            to: app.registration,
            headers,
            from: server.secret
        )
        #expect(try app.open(push) == message())
        // Whoever does not care what the registration says.
        let stranger = try App.key(8)
        let anybody = try App()
        let named = try App(sender: X25519.publicKey(of: stranger.secret))
        for other in [
            try SealedPush.seal(message(), to: anybody.registration, headers),
            try SealedPush.seal(message(), to: named.registration, headers, from: stranger.secret),
        ] {
            #expect(throws: ProtectionError(.authenticationFailure, "")) { try app.open(other) }
        }
        // Nor is one of a named server taken for anybody's.
        #expect(throws: ProtectionError(.authenticationFailure, "")) { try anybody.open(push) }
        // And who does care is told.
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try SealedPush.seal(message(), to: app.registration, headers)
        }
        for registration in [app.registration, anybody.registration] {
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try SealedPush.seal(message(), to: registration, headers, from: stranger.secret)
            }
        }
    }

    @Test("N-48: any flipped bit is refused, with one sentence for all")
    func row48() throws {
        let app = try App()
        let push = try SealedPush.seal(message(), to: app.registration, RemotePayload.Headers())
        let bytes = try #require(Base64URL.decode(push.text))
        var sentences: Set<String> = []
        for bit in 0..<bytes.count * 8 {
            var forged = bytes
            forged[bit / 8] ^= 1 << (bit % 8)
            do {
                let push = try SealedPush(reading: Base64URL.encode(forged))
                // A key's id chooses the key; it is bound to the message all the same.
                _ = try app.open(push)
                Issue.record("bit \(bit) was not missed")
            } catch let error as ProtectionError {
                #expect(error.code == .authenticationFailure)
                sentences.insert(error.message)
            }
        }
        #expect(sentences == ["the sealed part of the push cannot be opened"])
    }

    @Test(
        "what is no sealed push is refused before any key is asked for",
        arguments: [
            "", "A", "====", "AQ", "not base64!", String(repeating: "A", count: 400),
            Base64URL.encode([2] + [UInt8](repeating: 0, count: 36 + 528)),
            Base64URL.encode([1] + [UInt8](repeating: 0, count: 36 + 527)),
            Base64URL.encode([1] + [UInt8](repeating: 0, count: 36)),
            Base64URL.encode([1] + [UInt8](repeating: 0, count: 36 + 4_112)),
        ]
    )
    func unreadable(text: String) {
        #expect(throws: ProtectionError(.authenticationFailure, "")) {
            try SealedPush(reading: text)
        }
    }

    @Test(
        "N-49: what was sealed for another app, team or device key, or sent otherwise, stays shut"
    )
    func row49() throws {
        let app = try App()
        let headers = try RemotePayload.Headers(.alert, collapseID: "a")
        let push = try SealedPush.seal(message(), to: app.registration, headers)
        let others = [
            try App("com.example.mail"), try App(team: "ZZZZZ12345"), try App(team: nil),
            try App(seed: 2),
        ]
        for other in others {
            #expect(throws: ProtectionError(.authenticationFailure, "")) {
                try other.open(push, headers)
            }
        }
        for other in [
            try RemotePayload.Headers(.alert, collapseID: "b"), try RemotePayload.Headers(.alert),
            try RemotePayload.Headers(.background, collapseID: "a"),
        ] {
            #expect(throws: ProtectionError(.authenticationFailure, "")) {
                try app.open(push, other)
            }
        }
        #expect(try app.open(push, headers) == message())
    }

    @Test("N-53: texts of 1 to 200 bytes give payloads of one length")
    func row53() throws {
        let app = try App()
        let plain = NotificationContent()
        var lengths: Set<Int> = []
        for count in 1...200 {
            var content = plain
            content.body = String(repeating: "x", count: count)
            let message = PushMessage(
                content,
                sent: Timestamp(seconds: 1_790_000_000),
                sequence: 1,
                identifier: "1"
            )
            let push = try SealedPush.seal(message, to: app.registration, RemotePayload.Headers())
            lengths.insert(push.text.utf8.count)
        }
        #expect(lengths.count == 1)
    }

    @Test("a message is padded to one of four lengths, and one that is longer is refused")
    func lengths() throws {
        let app = try App()
        var lengths: Set<Int> = []
        for count in stride(from: 1, through: 2_400, by: 50) {
            let push = try SealedPush.seal(
                message(String(repeating: "x", count: count)),
                to: app.registration,
                RemotePayload.Headers()
            )
            let text = push.text
            lengths.insert(text.utf8.count)
            // The whole payload is one that a push service takes.
            #expect(text.utf8.count + 200 <= 4_096)
        }
        #expect(lengths.count == 4)
        #expect(throws: ProtectionError(.payloadTooLarge, "")) {
            try SealedPush.seal(
                message(String(repeating: "x", count: 2_816)),
                to: app.registration,
                RemotePayload.Headers()
            )
        }
    }

    @Test("what JSON lacks is not sealed")
    func notJSON() throws {
        let app = try App()
        let headers = try RemotePayload.Headers()
        var attached = message()
        attached.content.attachments = [NotificationContent.Attachment("a", "/Documents/a")]
        var messages = [attached]
        let values: [(String, PreferenceValue)] = [
            ("a", .data([1])), ("a", .date(Timestamp(seconds: 1))), ("a", .real(.nan)),
            ("a", .integer(Int128(Int64.max) + 1)), ("aps", .string("x")),
            ("sequence", .integer(1)),
        ]
        for (key, value) in values {
            var message = message()
            message.content.userInfo = [key: value]
            messages.append(message)
        }
        for message in messages {
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try SealedPush.seal(message, to: app.registration, headers)
            }
        }
    }

    @Test("what the app could not read is not sealed")
    func outOfRange() throws {
        let app = try App()
        let headers = try RemotePayload.Headers()
        var messages: [PushMessage] = []
        for seconds in [Int64.min, -1, 253_402_300_800, .max] {
            var message = message()
            message.sent = Timestamp(seconds: seconds)
            messages.append(message)
            message = self.message()
            message.expires = Timestamp(seconds: seconds)
            messages.append(message)
        }
        let changes: [(inout NotificationContent) -> Void] = [
            { $0.badge = -1 }, { $0.relevanceScore = 2 },
            { $0.sound = .critical(name: nil, volume: 2) },
            { $0.body = "a" + String(repeating: "\u{301}", count: 31) },
            { $0.userInfo = ["a": (0..<16).reduce(.array([])) { value, _ in .array([value]) }] },
        ]
        for change in changes {
            var message = message()
            change(&message.content)
            messages.append(message)
        }
        for message in messages {
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try SealedPush.seal(message, to: app.registration, headers)
            }
        }
    }

    @Test("a key that is gone is told as locked, and not as wrong")
    func wiped() throws {
        let arena = SecureArena()
        let app = try App()
        let push = try SealedPush.seal(message(), to: app.registration, RemotePayload.Headers())
        let key = try App.key(1, arena)
        arena.wipe(.transit)
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try push.open(
                with: key.secret,
                for: app.registration.application,
                team: app.registration.team,
                RemotePayload.Headers()
            )
        }
    }

    @Test("a registration is read as it was written")
    func registration() throws {
        for app in [try App(), try App(team: nil, sender: [UInt8](repeating: 9, count: 32))] {
            let registration = app.registration
            #expect(try PushRegistration(reading: registration.json) == registration)
        }
    }

    private static let key = String(repeating: "A", count: 43)

    @Test(
        "a registration that is not one is refused",
        arguments: [
            "", "{}", "[]", #"{"version": 1}"#, #"{"version": "1"}"#, #"{"version": 1e400}"#,
            #"{"version":1,"application":"a.b","token":"AQ","token":"Ag","keys":[{"class":"c","key":"\#(key)"}]}"#,
            #"{"version":0,"application":"a.b","token":"AQ","keys":[{"class":"c","key":"\#(key)"}]}"#,
            #"{"version":1,"application":"a..b","token":"AQ","keys":[{"class":"c","key":"\#(key)"}]}"#,
            #"{"version":1,"application":"a.b","token":"","keys":[{"class":"c","key":"\#(key)"}]}"#,
            #"{"version":1,"application":"a.b","token":"AQ","keys":[]}"#,
            #"{"version":1,"application":"a.b","token":"AQ","keys":[{"class":"d","key":"\#(key)"}]}"#,
            #"{"version":1,"application":"a.b","token":"AQ","keys":[{"class":"c","key":"AQ"}]}"#,
            #"{"version":1,"application":"a.b","token":"AQ","team":"","keys":[{"class":"c","key":"\#(key)"}]}"#,
            #"{"version":1,"application":"a.b","token":"AQ","sender":"A","keys":[{"class":"c","key":"\#(key)"}]}"#,
        ]
    )
    func badRegistration(text: String) {
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try PushRegistration(reading: Array(text.utf8))
        }
    }

    @Test("a registration of a newer program, and a key that is no point, are told")
    func otherRegistrations() throws {
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try PushRegistration(reading: Array(#"{"version":2,"keys":{}}"#.utf8))
        }
        let newer =
            #"{"version":2,"application":"a.b","token":"AQ","keys":[{"class":"c","key":"\#(Self.key)"}]}"#
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try PushRegistration(reading: Array(newer.utf8))
        }
        let weak = try PushRegistration(
            reading: Array(newer.replacing(":2,", with: ":1,").utf8)
        )
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try SealedPush.seal(message(), to: weak, RemotePayload.Headers())
        }
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try SealedPush.seal(message(), to: weak, as: .complete, RemotePayload.Headers())
        }
    }
}

@Suite("A window of numbers that have come")
struct ReplayWindowTests {
    @Test("N-50: a number that has come is told, wherever it is in the window")
    func row50() {
        var window = ReplayWindow()
        for number: UInt64 in [5, 1, 3, 5, 200, 1, 199, 260, 4] {
            let before = window.verdict(number)
            #expect(window.take(number) == before)
            #expect(window.verdict(number) != .new)
        }
        #expect(window.verdict(1) == .tooOld)
        #expect(window.verdict(5) == .repeated)
        #expect(window.verdict(6) == .new)
        #expect(window.highest == 260)
    }

    @Test("N-51: of 1, 300 and 40, the last is too old")
    func row51() {
        var window = ReplayWindow()
        #expect(window.take(1) == .new)
        #expect(window.take(300) == .new)
        #expect(window.take(40) == .tooOld)
        #expect(window.take(45) == .new)
        #expect(window.take(44) == .tooOld)
    }

    @Test("is right for all numbers, as a set of them is", arguments: 0..<8)
    func model(seed: UInt64) {
        var window = ReplayWindow()
        var known: Set<UInt64> = []
        var highest: UInt64?
        let random = SeededRandomSource(seed: seed)
        for round in 0..<2_000 {
            let bytes = random.bytes(4)
            let range = [40, 300, 700, 5_000][Int(seed) % 4]
            let jump = UInt64(bytes[0]) << 8 | UInt64(bytes[1])
            let base = highest.map { $0 > 350 ? $0 - 350 : 0 } ?? 0
            let number = base + jump % UInt64(range)
            let expected: ReplayWindow.Verdict =
                if let highest, number < highest, highest - number >= 256 {
                    .tooOld
                } else { known.contains(number) ? .repeated : .new }
            #expect(window.take(number) == expected, "round \(round)")
            if expected == .new {
                known.insert(number)
                highest = max(highest ?? 0, number)
            }
        }
    }

    @Test("ends at the greatest number, and begins at 0")
    func ends() {
        var window = ReplayWindow()
        #expect(window.take(0) == .new)
        #expect(window.take(0) == .repeated)
        #expect(window.take(.max) == .new)
        #expect(window.take(.max) == .repeated)
        #expect(window.take(.max - 255) == .new)
        #expect(window.take(.max - 256) == .tooOld)
        #expect(window.take(0) == .tooOld)
    }
}
