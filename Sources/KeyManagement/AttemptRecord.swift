import ProtectionModel
import SodiumCrypto

/// Wrong passcodes in a row, and the delay they earned.
///
/// File: `"PTATTMPT"`, version 1 (2), device id (16), failures (4), delay in milliseconds (8, 0 for
/// none), how many verifiers (1), the verifiers (16 each), BLAKE2b-256 code under the device key
/// (32). Little-endian.
package struct AttemptRecord: Sendable, Equatable {
    /// How many distinct wrong passcodes are remembered.
    package static let verifierLimit = 10
    /// A verifier is 16 bytes.
    package static let verifierByteCount = 16
    /// The longest valid record, in bytes.
    package static let byteLimit = headByteCount + verifierLimit * verifierByteCount + codeByteCount

    private static let magic = Array("PTATTMPT".utf8) + [1, 0]
    private static let headByteCount = 39
    private static let codeByteCount = 32

    /// Distinct wrong passcodes since the last right one.
    package var failures: UInt32 = 0
    /// The delay that was running when this was written, in full; nil for none.
    ///
    /// Where in the delay the device stood is not stored: whoever starts the device starts the
    /// delay in full, which is what iOS does after a restart, and what makes killing the agent
    /// pointless.
    package var delay: Duration?
    /// Codes of the wrong guesses, so that the same guess counts once.
    package var verifiers: [[UInt8]] = []

    /// A clean record.
    package init() {}

    /// A record that was lost or damaged counts as the longest delay.
    package init(lostWith table: DelayTable) {
        delay = table.longest
    }

    func encode(
        for device: DeviceID,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.byteLimit)
        writer.append(Self.magic)
        writer.append(device.bytes)
        writer.append(failures)
        writer.append(UInt64(max(0, (delay ?? .zero).wholeMilliseconds)))
        writer.append(UInt8(verifiers.count))
        for verifier in verifiers { writer.append(verifier) }
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
        guard bytes.count >= headByteCount + codeByteCount, bytes.count <= byteLimit else {
            return nil
        }
        let content = Array(bytes.dropLast(codeByteCount))
        guard
            try KeyedHash.isValid(
                Array(bytes.suffix(codeByteCount)),
                for: content.span.bytes,
                key: key
            )
        else { return nil }
        return parse(content, device)
    }

    private static func parse(_ content: [UInt8], _ device: DeviceID) -> AttemptRecord? {
        var reader = ByteReader(content)
        var record = AttemptRecord()
        guard reader.bytes(magic.count) == magic, reader.bytes(16) == device.bytes,
            let failures = reader.integer(UInt32.self),
            let milliseconds = reader.integer(UInt64.self), milliseconds < UInt64(Int64.max),
            let count = reader.integer(UInt8.self), count <= verifierLimit
        else { return nil }
        record.failures = failures
        record.delay = milliseconds == 0 ? nil : .milliseconds(Int64(milliseconds))
        for _ in 0..<count {
            guard let verifier = reader.bytes(verifierByteCount) else { return nil }
            record.verifiers.append(verifier)
        }
        return reader.remaining == 0 ? record : nil
    }
}
