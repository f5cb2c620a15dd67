package import ProtectionModel
import SodiumCrypto
import SystemIO

/// The rules for the passcode as a device keeps them, `.passcode-rules`.
///
/// `"PTPCRULE"`, version 1 (2 bytes), the device id (16), flags (1: passcode required, 2: nothing
/// simple, 4: a letter needed), the fewest characters (1), the fewest complex ones (1), wrong
/// passcodes before an erase (4), idle time in milliseconds (8), grace in milliseconds (8), earlier
/// passcodes that are barred (2), days until a change (2), BLAKE2b-256 code under the device key
/// (32). Little-endian; numbers are all ones where nothing is demanded.
///
/// Authenticated, so that no one without the device key can make it more lenient; those who can
/// write to the directory can remove it.
package enum PasscodeRulesFile {
    static let name = ".passcode-rules"
    static let byteCount = contentByteCount + codeByteCount

    private static let magic = Array("PTPCRULE".utf8) + [1, 0]
    private static let contentByteCount = 53
    private static let codeByteCount = 32

    static func encode(
        _ rules: PasscodeRules,
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: byteCount)
        writer.append(magic)
        writer.append(device.bytes)
        rules.write(to: &writer)
        return writer.bytes
            + (try KeyedHash.code(
                of: writer.bytes.span.bytes,
                count: codeByteCount,
                key: secrets.rulesCode
            ))
    }

    /// The rules in `bytes`; nil when they do not authenticate.
    static func decode(
        _ bytes: [UInt8],
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> PasscodeRules? {
        guard bytes.count == byteCount else { return nil }
        let content = Array(bytes.prefix(contentByteCount))
        guard
            try KeyedHash.isValid(
                Array(bytes.suffix(codeByteCount)),
                for: content.span.bytes,
                key: secrets.rulesCode
            )
        else { return nil }
        var reader = ByteReader(content)
        guard reader.bytes(magic.count) == magic, reader.bytes(16) == device.bytes else {
            return nil
        }
        return PasscodeRules(from: &reader)
    }
}

extension PasscodeRules {
    /// Appends the rules; numbers beyond their field count as the largest it has.
    package func write(to writer: inout ByteWriter) {
        let flags: [(Bool, UInt8)] = [(isRequired, 1), (!allowsSimple, 2), (requiresLetters, 4)]
        writer.append(flags.reduce(0) { $1.0 ? $0 | $1.1 : $0 })
        writer.append(UInt8(clamping: minimumLength))
        writer.append(UInt8(clamping: minimumComplexCount))
        writer.append(maximumFailedAttempts.map { UInt32(clamping: $0) } ?? .max)
        for limit in [maximumInactivity, maximumGracePeriod] {
            writer.append(limit.map { UInt64(clamping: $0.wholeMilliseconds) } ?? .max)
        }
        writer.append(UInt16(clamping: historyCount))
        writer.append(maximumAgeInDays.map { UInt16(clamping: $0) } ?? .max)
    }

    /// Takes the rules from the front; nil for what was not written like that.
    package init?(from reader: inout ByteReader) {
        guard let flags = reader.integer(UInt8.self), flags & ~7 == 0,
            let length = reader.integer(UInt8.self), let complex = reader.integer(UInt8.self),
            let attempts = reader.integer(UInt32.self),
            let inactivity = reader.integer(UInt64.self), let grace = reader.integer(UInt64.self),
            let history = reader.integer(UInt16.self), let age = reader.integer(UInt16.self),
            attempts > 0, let inactivity = Self.limit(inactivity), let grace = Self.limit(grace)
        else { return nil }
        self.init()
        isRequired = flags & 1 != 0
        allowsSimple = flags & 2 == 0
        requiresLetters = flags & 4 != 0
        minimumLength = Int(length)
        minimumComplexCount = Int(complex)
        maximumFailedAttempts = attempts == .max ? nil : Int(attempts)
        maximumInactivity = inactivity
        maximumGracePeriod = grace
        historyCount = Int(history)
        maximumAgeInDays = age == .max ? nil : Int(age)
    }

    /// Nil for what is not a limit; an inner nil for none.
    private static func limit(_ milliseconds: UInt64) -> Duration?? {
        guard milliseconds != .max else { return .some(nil) }
        // A hundred years, so that no sum overflows.
        guard milliseconds <= UInt64(Duration.longestKept.wholeMilliseconds) else { return nil }
        return .some(.milliseconds(Int64(milliseconds)))
    }
}

extension PasscodeRules {
    /// How the refusal of a passcode by rules begins; the advice for other refusals does not help
    /// then.
    package static let refusal = "a configuration profile demands another passcode"

    /// Judges a new passcode by its traits; nil stands for none.
    ///
    /// - Throws: `ProtectionError` with `passcode-policy`.
    func check(_ traits: PasscodeTraits?) throws {
        let violations = violations(of: traits)
        guard !violations.isEmpty else { return }
        throw ProtectionError(
            .passcodePolicy,
            Self.refusal + ": " + violations.map(sentence).joined(separator: ", ")
        )
    }

    private func sentence(_ violation: Violation) -> String {
        switch violation {
        case .missing: "there must be one"
        case .tooShort: "at least \(minimumLength) characters"
        case .noLetter: "at least one letter"
        case .tooFewComplexCharacters:
            "at least \(minimumComplexCount) characters that are neither letters nor digits"
        case .simple: "no repeats or runs such as 111 and 123"
        }
    }
}

extension DeviceDirectory {
    /// The stored rules; nil when there are none.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    func passcodeRules() throws -> [UInt8]? {
        do {
            let file = try OwnedFile(
                PasscodeRulesFile.name,
                in: directory.descriptor,
                [],
                on: fileSystem
            )
            guard try file.status().kind == .file else { return [] }
            return try file.read(PasscodeRulesFile.byteCount + 1, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the rules for the passcode")
        }
    }

    /// Replaces the rules, or removes them with nil, durably.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    func storePasscodeRules(_ bytes: [UInt8]?) throws {
        do {
            if let bytes { return try directory.replace(PasscodeRulesFile.name, with: bytes) }
            try fileSystem.unlink(PasscodeRulesFile.name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch {
            guard bytes != nil || ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the rules for the passcode")
        }
    }
}
