import DeviceSimulation
import Foundation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import TrustedDevices

/// Activities on another device, compared with the ciphers that they are made of.
struct HandingOver {
    let watch: Stopwatch
    let isQuick: Bool

    private var continuations: Int { isQuick ? 10 : 100 }
    private var messages: Int { isQuick ? 1_000 : 20_000 }

    func rows() throws -> [Row] {
        [try handshake()] + (try continuing()) + [try betweenProcesses()] + (try offers())
            + [try stream()]
    }

    // MARK: Sessions

    /// Both sides of a handshake in one process, beside its ten operations on the curve.
    private func handshake() throws -> Row {
        let (arena, random) = (SecureArena(), SystemRandomSource())
        func key() throws -> SecureBytes {
            try SecureBytes(count: X25519.byteCount, group: .transit, arena: arena) {
                random.fill(&$0)
            }
        }
        let left = try key()
        let right = try key()
        let count = isQuick ? 20 : 200
        let ours = try watch.median {
            for _ in 0..<count { try Self.shakeHands(left, right, random) }
        }
        let publicKey = try X25519.publicKey(of: right)
        let shared = try SecureBytes(count: X25519.byteCount, group: .transit, arena: arena)
        let theirs = try watch.median {
            for _ in 0..<count {
                for _ in 0..<2 { _ = try X25519.publicKey(of: left) }
                for _ in 0..<8 {
                    try X25519.sharedSecret(privateKey: left, publicKey: publicKey, into: shared)
                }
            }
        }
        return .rate(
            "Noise KK handshake, both sides",
            "its 10 operations of X25519",
            amount: Double(count),
            unit: "/s",
            ours: ours,
            theirs: theirs,
            wanted: 0.7
        )
    }

    private static func shakeHands(
        _ left: borrowing SecureBytes,
        _ right: borrowing SecureBytes,
        _ random: any RandomSource
    ) throws {
        func side(
            _ role: NoiseRole,
            _ own: borrowing SecureBytes,
            _ other: borrowing SecureBytes
        ) throws -> NoiseHandshake {
            try NoiseHandshake(
                .kk,
                role,
                prologue: [],
                staticKey: own.copy(to: .transit),
                remotePublicKey: X25519.publicKey(of: other),
                random: random,
                group: .transit,
                arena: own.arena
            )
        }
        var initiator = try side(.initiator, left, right)
        var responder = try side(.responder, right, left)
        _ = try responder.read(try initiator.write([UInt8]().span.bytes))
        _ = try initiator.read(try responder.write([UInt8]().span.bytes))
        _ = try initiator.finish()
        _ = try responder.finish()
    }

    // MARK: Continuing

    /// From an offer to its payload in the other app, beside 5 ms, and 20 ms for the slowest of a hundred.
    private func continuing() throws -> [Row] {
        let pair = try HandoffPair()
        var times: [Double] = []
        for _ in 0..<continuations {
            let activity = try pair.phone.activity(HandoffPair.type)
            try activity.becomeCurrent()
            let offer = try pair.desk.offers()[0]
            let start = watch.now()
            try pair.desk.continueActivity(offer.id).close()
            times.append(Stopwatch.seconds(watch.now() - start))
        }
        return [
            Self.limit("from offer to payload, in memory", times, 0.5, 0.005),
            Self.limit("the same, 99th of a hundred", times, 0.99, 0.020),
        ]
    }

    /// The same between two processes over a Unix socket, with devices on disk, beside 10 ms.
    private func betweenProcesses() throws -> Row {
        let times = try HandoffPeer.times(continuations, watch)
        return Self.limit("from offer to payload, two processes", times, 0.5, 0.010)
    }

    private static func limit(
        _ work: String,
        _ times: [Double],
        _ share: Double,
        _ limit: Double
    ) -> Row {
        let time = times.sorted()[min(Int(Double(times.count) * share), times.count - 1)]
        return Row(
            work: work,
            ours: Row.text(time * 1_000, "ms"),
            peer: "a limit",
            theirs: Row.text(limit * 1_000, "ms"),
            ratio: limit / time,
            wanted: 1
        )
    }

    // MARK: Offers

    /// Offers that were heard before, beside the cipher; and those of nobody, of which 200,000 a second are wanted.
    private func offers() throws -> [Row] {
        let pair = try HandoffPair()
        try pair.phone.activity(HandoffPair.type).becomeCurrent()
        let heard = try pair.phoneHandoff.advertisement()
        try pair.deskHandoff.receive(heard)
        _ = try pair.desk.offers()
        func receive(_ bytes: [UInt8]) throws -> Double {
            try watch.median {
                for _ in 0..<messages { _ = try pair.deskHandoff.receive(bytes) }
            }
        }
        let opened = try receive(heard)
        let refused = try receive([UInt8](repeating: 7, count: heard.count))
        let cipher = try watch.median { try Self.openRaw(messages) }
        let bar = Double(messages) / 200_000
        return [
            .rate(
                "open an offer",
                "XChaCha20-Poly1305 over 160 bytes",
                amount: Double(messages),
                unit: "/s",
                ours: opened,
                theirs: cipher,
                wanted: 0.5
            ),
            .rate(
                "refuse an offer of nobody",
                "200,000/s",
                amount: Double(messages),
                unit: "/s",
                ours: refused,
                theirs: bar,
                wanted: 1
            ),
        ]
    }

    private static func openRaw(_ count: Int) throws {
        let key = try SecureBytes(count: 32, group: .transit, arena: SecureArena())
        let nonce = [UInt8](repeating: 0, count: XChaCha20Poly1305.nonceByteCount)
        var sealed = [UInt8](repeating: 0, count: 160 + XChaCha20Poly1305.tagByteCount)
        var plain = [UInt8](repeating: 0, count: 160)
        var sealing = sealed.mutableSpan
        var target = sealing.mutableBytes
        try XChaCha20Poly1305.seal(
            plain.span.bytes,
            into: &target,
            nonce: nonce,
            authenticating: [],
            key: key
        )
        for _ in 0..<count {
            var opening = plain.mutableSpan
            var output = opening.mutableBytes
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: &output,
                nonce: nonce,
                authenticating: [],
                key: key
            )
        }
    }

    // MARK: Streams

    /// A stream over a Unix socket, both sides in one process, beside sealing as much on one core.
    private func stream() throws -> Row {
        let amount = isQuick ? 1 << 26 : 1 << 30
        let pair = try HandoffPair(isUnix: true)
        let source = StreamSource(amount)
        let activity = try pair.phone.activity(HandoffPair.type)
        activity.supportsContinuationStreams = true
        activity.delegate = source
        let ours = try watch.median(prepare: { try activity.becomeCurrent() }) {
            let offer = try pair.desk.offers()[0]
            let continued = try pair.desk.continueActivity(offer.id)
            let streams = try continued.streams()
            while try !streams.read(upTo: 1 << 20).isEmpty {}
            continued.close()
        }
        let arena = SecureArena()
        let theirs = try watch.median { try Self.sealAlone(amount, arena) }
        return .rate(
            "stream of \(amount >> 20) MiB, Unix socket",
            "ChaCha20-Poly1305 alone",
            amount: Double(amount) / 1e6,
            unit: "MB/s",
            ours: ours,
            theirs: theirs,
            wanted: 0.7
        )
    }

    private static func sealAlone(_ amount: Int, _ arena: SecureArena) throws {
        let key = try SecureBytes(count: 32, group: .transit, arena: arena)
        let nonce = [UInt8](repeating: 0, count: 12)
        let plain = [UInt8](repeating: 7, count: 65_536)
        var sealed = [UInt8](repeating: 0, count: plain.count + ChaCha20Poly1305.tagByteCount)
        for _ in 0..<amount / plain.count {
            var span = sealed.mutableSpan
            var target = span.mutableBytes
            try ChaCha20Poly1305.seal(
                plain.span.bytes,
                into: &target,
                nonce: nonce,
                authenticating: [],
                key: key
            )
        }
    }
}

/// Sends zeros to whoever continues.
private final class StreamSource: UserActivityDelegate {
    private let amount: Int

    init(_ amount: Int) { self.amount = amount }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        let chunk = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<amount >> 20 {
            guard (try? streams.write(chunk)) != nil else { return }
        }
    }
}
