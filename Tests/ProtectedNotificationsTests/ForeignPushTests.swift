import DeviceIdentifiers
import Foundation
import KeyManagement
import Preferences
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto
import Testing

/// Pushes of `Vectors/pushes.json`, which says what they were sealed with.
private struct Pushes: Decodable {
    let base: String
    let auth: String
    let ours: String

    static func read() throws -> Pushes {
        let url = try #require(
            Bundle.module.url(forResource: "Vectors/pushes", withExtension: "json")
        )
        return try JSONDecoder().decode(Pushes.self, from: Data(contentsOf: url))
    }
}

/// Chance that is known before.
private struct KnownBytes: RandomSource {
    let known: [UInt8]

    func fill(_ bytes: inout MutableRawSpan) { bytes.storeBytes(known) }
}

@Suite("Sealed pushes and another implementation of HPKE")
struct ForeignPushTests {
    private static let arena = SecureArena()

    private let device: SecretBox
    private let server: SecretBox
    private let application: BundleIdentifier
    private let headers: RemotePayload.Headers
    private let message: PushMessage

    init() throws {
        device = try Self.key(from: 0)
        server = try Self.key(from: 32)
        application = try BundleIdentifier("com.example.chat")
        headers = try RemotePayload.Headers(.alert, collapseID: "chat-7")
        var content = NotificationContent(title: "Ann", body: "At 1?")
        content.userInfo = ["chat": .integer(7)]
        message = PushMessage(
            content,
            sent: Timestamp(seconds: 1_790_000_000, nanoseconds: 123_000_000),
            sequence: 7,
            identifier: "m-1"
        )
    }

    private static func bytes(from first: UInt8) -> [UInt8] { Array(first..<first + 32) }

    private static func key(from first: UInt8) throws -> SecretBox {
        SecretBox(
            try SecureBytes(count: 32, group: .transit, arena: arena) {
                $0.storeBytes(bytes(from: first))
            }
        )
    }

    private func open(_ text: String, from sender: [UInt8]? = nil) throws -> PushMessage {
        try SealedPush(reading: text).open(
            with: device.secret,
            for: application,
            team: "ABCDE12345",
            headers,
            from: sender
        )
    }

    @Test("what it has sealed opens, with and without a named sender")
    func opens() throws {
        let pushes = try Pushes.read()
        #expect(try open(pushes.base) == message)
        let sender = try X25519.publicKey(of: server.secret)
        #expect(try open(pushes.auth, from: sender) == message)
    }

    @Test("the same message and keys give the bytes that it has opened")
    func seals() throws {
        let registration = PushRegistration(
            application,
            team: "ABCDE12345",
            token: [1],
            keys: [
                PushRegistration.Key(
                    protection: .completeUntilFirstUserAuthentication,
                    publicKey: try X25519.publicKey(of: device.secret)
                )
            ],
            sender: try X25519.publicKey(of: server.secret)
        )
        let push = try SealedPush.seal(
            message,
            to: registration,
            headers,
            from: server.secret,
            random: KnownBytes(known: Self.bytes(from: 64))
        )
        let ours = try Pushes.read().ours
        #expect(push.text == ours)
    }
}
