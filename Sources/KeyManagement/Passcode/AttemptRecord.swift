import ProtectionModel
import SodiumCrypto

/// Wrong passcodes in a row, the delay they earned, and the keybag that they were tried on.
///
/// File, little-endian, 512 bytes: `"PTATTMPT"`, version (2), device id (16), the keybag's code
/// (32), the code of the keybag that is to replace it (32, zeros for none), failures (4),
/// unfinished guesses (4), delay in milliseconds (8, 0 for none, at most the longest of any table),
/// how many verifiers (1), room for ten verifiers (16 each), zeros up to 480, BLAKE2b-256 code
/// under the device key (32).
///
/// One sector, written in place: a guess is counted on a full disk, too (unless its file system
/// copies what is written), and a power loss leaves the record as it was before or after.
package struct AttemptRecord: Sendable, Equatable {
    /// How many distinct wrong passcodes are remembered.
    package static let verifierLimit = 10
    /// A verifier is 16 bytes.
    package static let verifierByteCount = 16
    /// The length of the file in bytes.
    package static let byteCount = 512

    private static let magic = Array("PTATTMPT".utf8)
    private static let codeByteCount = 32
    private static let contentByteCount = byteCount - codeByteCount
    private static let noKeybag = [UInt8](repeating: 0, count: Keybag.codeByteCount)

    /// Distinct wrong passcodes since the last right one, each of them evaluated.
    package var failures: UInt32 = 0
    /// Guesses since the last right one that were begun, and never ended: the process was
    /// killed, or the power went.
    ///
    /// They lengthen the delay, or killing the agent would make guessing free of it; they never
    /// count towards an erase, because any of them may have been the right one.
    package var unfinished: UInt32 = 0
    /// The delay that was running when this was written, in full; nil for none.
    ///
    /// Where in the delay the device stood is not stored: each start of the device starts the
    /// delay in full, which is what iOS does after a restart, and what makes killing the agent
    /// pointless.
    package var delay: Duration?
    /// Codes of the wrong guesses, so that the same guess counts once.
    package var verifiers: [[UInt8]] = []
    /// The code of the keybag that the passcodes were tried on.
    ///
    /// An older one put in its place would make the right passcode count as a wrong one, and one
    /// from a time without a passcode would let anyone in.
    private(set) var keybag: [UInt8]
    /// The code of the keybag that is to replace it, from before it is put in place until the old
    /// one is known to be gone.
    private(set) var nextKeybag: [UInt8]?
    /// The record was missing or damaged; not stored.
    package private(set) var isLost = false

    private init(_ keybag: [UInt8], _ nextKeybag: [UInt8]?) {
        self.keybag = keybag
        self.nextKeybag = nextKeybag
    }

    /// A clean record.
    init(of keybag: Keybag) {
        self.keybag = keybag.code
    }

    /// A record that was lost or damaged counts as the longest delay.
    init(lostBeside keybag: Keybag) {
        self.keybag = keybag.code
        delay = keybag.settings.delays.longest
        isLost = true
    }

    /// What is left after the right passcode.
    func cleared() -> AttemptRecord {
        var record = self
        record.failures = 0
        record.unfinished = 0
        record.delay = nil
        record.verifiers = []
        record.isLost = false
        return record
    }

    /// The record while `keybag` is put in the place of the one it belongs to.
    func announcing(_ keybag: Keybag) -> AttemptRecord {
        var record = self
        record.nextKeybag = keybag.code
        return record
    }

    /// The record once `keybag` is known to be in place for good.
    func settled(on keybag: Keybag) -> AttemptRecord {
        var record = self
        record.keybag = keybag.code
        record.nextKeybag = nil
        return record
    }

    /// Whether `keybag` is the one that the passcodes were tried on, or its announced successor.
    func belongs(to keybag: Keybag) -> Bool {
        self.keybag == keybag.code || nextKeybag == keybag.code
    }

    /// Counts a guess before it is evaluated.
    package mutating func begin(_ table: DelayTable) {
        unfinished = unfinished == .max ? .max : unfinished + 1
        delay = earnedDelay(table)
        isLost = false
    }

    /// Counts a guess that was evaluated and is wrong.
    package mutating func fail(_ verifier: [UInt8], _ table: DelayTable) {
        failures = failures == .max ? .max : failures + 1
        isLost = false
        verifiers = Array(([verifier] + verifiers).prefix(Self.verifierLimit))
        delay = earnedDelay(table)
    }

    private func earnedDelay(_ table: DelayTable) -> Duration? {
        let (sum, isTooMuch) = failures.addingReportingOverflow(unfinished)
        return table.delay(afterFailures: isTooMuch ? .max : sum)
    }

    func encode(
        for device: DeviceID,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writer.append(Self.magic)
        writer.append(SealedFormat.current)
        writer.append(device.bytes)
        writer.append(keybag)
        writer.append(nextKeybag ?? Self.noKeybag)
        writer.append(failures)
        writer.append(unfinished)
        writer.append(UInt64(max(0, (delay ?? .zero).wholeMilliseconds)))
        writer.append(UInt8(verifiers.count))
        for verifier in verifiers { writer.append(verifier) }
        writer.pad(to: Self.contentByteCount)
        writer.append(
            try KeyedHash.code(
                of: writer.bytes.span.bytes,
                count: Self.codeByteCount,
                key: key
            )
        )
        return writer.bytes
    }

    /// The record in `bytes`; nil when it does not authenticate.
    static func decode(
        _ bytes: [UInt8],
        for device: DeviceID,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> AttemptRecord? {
        guard bytes.count == byteCount else { return nil }
        let content = Array(bytes[..<contentByteCount])
        guard
            try KeyedHash.isValid(
                Array(bytes[contentByteCount...]),
                for: content.span.bytes,
                key: key
            )
        else { return nil }
        return parse(content, device)
    }

    private static func parse(_ content: [UInt8], _ device: DeviceID) -> AttemptRecord? {
        var reader = ByteReader(content)
        guard reader.bytes(magic.count) == magic,
            reader.integer(UInt16.self) == SealedFormat.current,
            reader.bytes(16) == device.bytes,
            let keybag = reader.bytes(Keybag.codeByteCount),
            let next = reader.bytes(Keybag.codeByteCount),
            let failures = reader.integer(UInt32.self),
            let unfinished = reader.integer(UInt32.self),
            let milliseconds = reader.integer(UInt64.self),
            milliseconds <= UInt64(DelayTable.longest.wholeMilliseconds),
            let count = reader.integer(UInt8.self), count <= verifierLimit
        else { return nil }
        var record = AttemptRecord(keybag, next == noKeybag ? nil : next)
        record.failures = failures
        record.unfinished = unfinished
        record.delay = milliseconds == 0 ? nil : .milliseconds(Int64(milliseconds))
        for _ in 0..<count {
            guard let verifier = reader.bytes(verifierByteCount) else { return nil }
            record.verifiers.append(verifier)
        }
        return record
    }
}

/// The record of attempts in force, and since when its delay has been running.
struct AttemptsInForce: Sendable {
    /// As it is on disk, or is about to be.
    var record: AttemptRecord
    /// On the device's clock.
    private var delayStart: Duration

    /// A record whose delay begins now.
    init(_ record: AttemptRecord, since now: Duration) {
        self.record = record
        delayStart = now
    }

    /// How long until the next guess is taken; nil when one is taken now.
    func remainingDelay(at now: Duration) -> Duration? {
        guard let delay = record.delay else { return nil }
        let remaining = delayStart + delay - now
        return remaining > .zero ? remaining : nil
    }

    /// A restart begins the whole delay anew.
    mutating func restartDelay(at now: Duration) { delayStart = now }
}
