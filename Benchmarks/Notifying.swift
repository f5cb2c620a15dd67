import DeviceIdentifiers
import Foundation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Notifications on a device, compared with what they are made of.
struct Notifying {
    private static let pushes = 2_000
    private static let removed = 100

    let watch: Stopwatch

    init(watch: Stopwatch) { self.watch = watch }

    func rows(_ tool: String) throws -> [Row] {
        [try opening()] + (try keeping()) + [try drawing(tool)]
    }

    /// A screen with a hundred, beside the tool's own start and 25 ms.
    private func drawing(_ tool: String) throws -> Row {
        let device = try ToolDevice(tool)
        try device.run("app install com.example.mail")
        try device.run("notify authorize com.example.mail")
        try device.run("notify answer com.example.mail granted")
        for number in 0..<Self.removed {
            try device.run("notify add com.example.mail --id \(number) --title Ann --body hello")
        }
        let status = try watch.median { try device.run("status", times: 10) } / 10
        let screen = try watch.median { try device.run("notify screen", times: 10) } / 10
        return Row(
            work: "protectctl notify screen, 100 delivered",
            ours: Row.text(screen * 1_000, "ms"),
            peer: "status and 25 ms",
            theirs: Row.text((status + 0.025) * 1_000, "ms"),
            ratio: (status + 0.025) / screen,
            wanted: 1
        )
    }

    /// Sealed pushes of the largest length, beside one X25519, nine HMAC and one AEAD.
    private func opening() throws -> Row {
        let arena = SecureArena()
        let random = SystemRandomSource()
        let key = try SecureBytes(count: 32, group: .transit, arena: arena) { random.fill(&$0) }
        let application = try BundleIdentifier("com.example.mail")
        let registration = PushRegistration(
            application,
            team: nil,
            token: [1],
            keys: [
                PushRegistration.Key(
                    protection: .completeUntilFirstUserAuthentication,
                    publicKey: try X25519.publicKey(of: key)
                )
            ]
        )
        let headers = try RemotePayload.Headers()
        let message = PushMessage(
            NotificationContent(body: String(repeating: "x", count: 1_700)),
            sent: Timestamp(seconds: 1),
            sequence: 1,
            identifier: ""
        )
        let text = try SealedPush.seal(message, to: registration, headers).text
        let opened = try watch.median {
            for _ in 0..<Self.pushes {
                _ = try SealedPush(reading: text)
                    .open(with: key, for: application, team: nil, headers)
            }
        }
        let publicKey = try X25519.publicKey(of: key)
        let sealed = try Primitives.sealed(key, 2_048)
        let primitives = try watch.median {
            for _ in 0..<Self.pushes { try Primitives.once(key, publicKey, sealed) }
        }
        return .rate(
            "open a sealed push of 2 KiB",
            "its primitives",
            amount: Double(Self.pushes),
            unit: "pushes/s",
            ours: opened,
            theirs: primitives,
            wanted: 0.7
        )
    }

    /// Delivering, beside two files each; removing, beside unlinking.
    private func keeping() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let (documents, files) = (bench.documents, bench.files)
        let application = try BundleIdentifier("com.example.mail")
        try IdentifierService(of: documents).applications.install(NewApplication(application))
        let notifications = DeviceNotifications({ documents }, files: { files })
        let center = notifications.center(of: application)
        try center.requestAuthorization([.alert])
        try notifications.answer(.granted, to: application)
        let content = NotificationContent(title: "Ann", body: String(repeating: "x", count: 200))
        var run = 0
        let added = try watch.median(prepare: { try center.removeDelivered() }) {
            run += 1
            // No more than are kept, or the oldest would be removed besides.
            for number in 0..<Self.removed {
                try center.add(NotificationRequest("\(run)-\(number)", content))
            }
        }
        let bytes = [UInt8](repeating: 7, count: 4_096)
        let saved = try watch.median {
            run += 1
            for number in 0..<2 * Self.removed {
                try bench.files.write(bytes, to: DevicePath("/\(run)-\(number)"))
            }
        }
        let system = PosixFileSystem()
        let plain = try OwnedFile(bench.folder + "/plain", in: nil, .directory, on: system)
        let names = (0..<Self.removed).map { "file-\($0)" }
        let unlinked = try watch.median(
            prepare: {
                for name in names {
                    try PlainFile(name: name, folder: plain.descriptor)
                        .save(bytes, isDurable: true, on: system)
                }
            }
        ) {
            for name in names {
                try system.unlink(name, in: plain.descriptor, folder: false)
                try plain.synchronize()
            }
        }
        let removed = try watch.median(
            prepare: {
                for name in names { try center.add(NotificationRequest(name, content)) }
            }
        ) { try center.removeDelivered() }
        func row(
            _ work: String,
            _ peer: String,
            _ ours: Double,
            _ theirs: Double,
            _ wanted: Double
        )
            -> Row
        {
            .rate(
                work,
                peer,
                amount: Double(Self.removed),
                unit: "/s",
                ours: ours,
                theirs: theirs,
                wanted: wanted
            )
        }
        return [
            row("deliver a notification durably", "two files of 4 KiB", added, saved, 0.45),
            row("remove a notification", "plain unlinks, synced", removed, unlinked, 0.4),
        ]
    }
}

/// What opening a push cannot do without.
private enum Primitives {
    private static let nonce = [UInt8](repeating: 0, count: 12)

    static func once(_ key: borrowing SecureBytes, _ publicKey: [UInt8], _ sealed: [UInt8]) throws {
        let shared = try SecureBytes(count: 32, group: key.group, arena: key.arena)
        try X25519.sharedSecret(privateKey: key, publicKey: publicKey, into: shared)
        // Each is one HMAC: a key of 32 bytes needs no more.
        for number in UInt8(1)...9 { try HKDFSHA256.expand(key, info: [number], into: shared) }
        var output = [UInt8](repeating: 0, count: sealed.count - ChaCha20Poly1305.tagByteCount)
        var span = output.mutableSpan
        var target = span.mutableBytes
        try ChaCha20Poly1305.open(
            sealed.span.bytes,
            into: &target,
            nonce: nonce,
            authenticating: [],
            key: key
        )
    }

    static func sealed(_ key: borrowing SecureBytes, _ byteCount: Int) throws -> [UInt8] {
        let message = [UInt8](repeating: 1, count: byteCount)
        var output = [UInt8](repeating: 0, count: byteCount + ChaCha20Poly1305.tagByteCount)
        var span = output.mutableSpan
        var target = span.mutableBytes
        try ChaCha20Poly1305.seal(
            message.span.bytes,
            into: &target,
            nonce: nonce,
            authenticating: [],
            key: key
        )
        return output
    }
}
