package import ProtectionModel
import SodiumCrypto

/// The wrapped keys of a device and its settings.
///
/// File, little-endian: `"PTKEYBAG"`, version (2), features (4), flags (2: bit 0 a passcode is
/// set), device id (16), Argon2id passes (4) and KiB (4), salt (16), cipher suite (1), delay table
/// (1), zeros (2), failed attempts before an erase (4, 0 for never), then in milliseconds grace,
/// auto-lock, inactivity reboot and user-inactive time (8 each, all ones for never), class B's
/// public key (32), which is the head; six wrapped keys of 72 bytes in the order of ``Slot``, each
/// with the whole head as associated data; and a BLAKE2b-256 code under the device key (32).
/// Version and features are looked at first, the code next, the rest last.
///
/// The code stops those who have the directory alone. The head in the wraps stops those who have
/// the device key, too: under another salt, cost, flag, limit or public key the right passcode
/// opens nothing.
package struct Keybag: Sendable, Equatable {
    /// The wrapped keys, in file order.
    enum Slot: UInt8, CaseIterable {
        case volume, none, complete, completeUnlessOpen, completeUntilFirstUserAuthentication
        case completeWhenUserInactive

        var protection: ProtectionClass? {
            switch self {
            case .volume: nil
            case .none: ProtectionClass.none
            case .complete: .complete
            case .completeUnlessOpen: .completeUnlessOpen
            case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
            case .completeWhenUserInactive: .completeWhenUserInactive
            }
        }

        /// Whether the device key alone opens it, passcode or not.
        var needsDeviceKeyOnly: Bool { self == .volume || self == .none }
    }

    /// The size of the file in bytes.
    package static let byteCount = 592
    /// The file's name in the device directory.
    package static let fileName = "keybag"

    private static let magic = Array("PTKEYBAG".utf8)
    private static let headByteCount = 128
    /// The length of the code at the end of the file in bytes.
    static let codeByteCount = 32
    private static let wrapByteCount = 72

    package let deviceID: DeviceID
    package let settings: DeviceSettings
    package let hasPasscode: Bool
    let salt: [UInt8]
    /// Class B's public key, by which files can be made while locked.
    let unlessOpenPublicKey: [UInt8]
    /// Everything before the wrapped keys, as it stands in the file.
    let head: [UInt8]
    /// One wrapped key a ``Slot``.
    private(set) var wrapped: [[UInt8]] = []
    /// The code under the device key, which differs between any two keybags: the salt does.
    private(set) var code: [UInt8] = []

    /// A keybag that has no wrapped keys and no code yet.
    init(
        deviceID: DeviceID,
        settings: DeviceSettings,
        hasPasscode: Bool,
        salt: [UInt8],
        unlessOpenPublicKey: [UInt8]
    ) {
        self.deviceID = deviceID
        self.settings = settings
        self.hasPasscode = hasPasscode
        self.salt = salt
        self.unlessOpenPublicKey = unlessOpenPublicKey
        var writer = ByteWriter(capacity: Self.headByteCount)
        writer.append(Self.magic)
        writer.append(SealedFormat.current)
        writer.append(UInt32(0))
        writer.append(UInt16(hasPasscode ? 1 : 0))
        writer.append(deviceID.bytes)
        writer.append(settings.derivationCost.passes)
        writer.append(settings.derivationCost.memoryKiB)
        writer.append(salt)
        writer.append(settings.suite.rawValue)
        writer.append(settings.delays.rawValue)
        writer.append(UInt16(0))
        writer.append(settings.maximumFailedAttempts ?? 0)
        for duration in [
            settings.grace, settings.autoLock, settings.inactivityReboot,
            settings.userInactiveAfter,
        ] {
            writer.append(duration.map { UInt64(max(0, $0.wholeMilliseconds)) } ?? .max)
        }
        writer.append(unlessOpenPublicKey)
        head = writer.bytes
    }

    /// Adds the wrapped keys, made by `wrap` for one slot after the other.
    mutating func wrapKeys(_ wrap: (Slot) throws(CryptoError) -> [UInt8]) throws(CryptoError) {
        var keys: [[UInt8]] = []
        for slot in Slot.allCases { keys.append(try wrap(slot)) }
        wrapped = keys
    }

    /// What a wrapped key is bound to.
    func binding(_ slot: Slot) -> [UInt8] {
        Array("protection-toolkit keybag 4".utf8) + [slot.rawValue] + head
    }

    /// Adds the code, once the wrapped keys are there.
    mutating func authenticate(_ secrets: DeviceSecrets) throws(CryptoError) {
        code = try KeyedHash.code(
            of: content.span.bytes,
            count: Self.codeByteCount,
            key: secrets.keybagCode
        )
    }

    /// The file.
    var bytes: [UInt8] { content + code }

    private var content: [UInt8] { wrapped.reduce(into: head) { $0 += $1 } }

    /// Which device a keybag belongs to, read without any key.
    ///
    /// Nothing here is authenticated yet; the identifier only says which device key to look for.
    ///
    /// - Throws: `ProtectionError` with `unsupported-version` or `authentication-failure`.
    package static func deviceID(of bytes: [UInt8]) throws -> DeviceID {
        var reader = ByteReader(bytes)
        guard reader.bytes(magic.count) == magic, let version = reader.integer(UInt16.self),
            let features = reader.integer(UInt32.self)
        else { throw ProtectionError(.authenticationFailure, "the keybag is damaged") }
        guard version == SealedFormat.current, features & ~SealedFormat.knownFeatures == 0 else {
            throw ProtectionError(
                .unsupportedVersion,
                "the device has format version \(version) with features \(features); this version "
                    + "knows format \(SealedFormat.current)"
            )
        }
        guard bytes.count == byteCount, reader.bytes(2) != nil, let id = reader.bytes(16),
            let device = DeviceID(bytes: id)
        else { throw ProtectionError(.authenticationFailure, "the keybag is damaged") }
        return device
    }

    /// Reads a keybag whose derivation costs at least `floor`.
    ///
    /// A cheaper one was forged with the device key: what the owner types next would be
    /// stretched so little that its verifier could be searched.
    ///
    /// - Throws: `ProtectionError` with `unsupported-version` or `authentication-failure`.
    static func decode(
        _ bytes: [UInt8],
        _ secrets: DeviceSecrets,
        floor: Argon2id.Cost
    ) throws -> Keybag {
        let device = try deviceID(of: bytes)
        let content = Array(bytes.dropLast(codeByteCount))
        let code = Array(bytes.suffix(codeByteCount))
        do {
            guard
                try KeyedHash.isValid(
                    code,
                    for: content.span.bytes,
                    key: secrets.keybagCode
                )
            else { throw CryptoError(.authenticationFailure) }
        } catch { throw ProtectionError(error, "the keybag") }
        guard var keybag = parse(content, device) else {
            throw ProtectionError(.authenticationFailure, "the keybag is damaged")
        }
        keybag.code = code
        let cost = keybag.settings.derivationCost
        guard cost.isAtLeast(floor) else {
            throw ProtectionError(
                .authenticationFailure,
                "the keybag was forged: it asks for \(cost), and no device is made with less than "
                    + "\(floor)"
            )
        }
        return keybag
    }

    private static func parse(_ content: [UInt8], _ device: DeviceID) -> Keybag? {
        var reader = ByteReader(content)
        _ = reader.bytes(magic.count + 6)
        guard let flags = reader.integer(UInt16.self), flags <= 1, reader.bytes(16) != nil,
            let passes = reader.integer(UInt32.self), let memory = reader.integer(UInt32.self),
            let cost = try? Argon2id.Cost(passes: passes, memoryKiB: memory),
            let salt = reader.bytes(Argon2id.saltByteCount),
            let suite = reader.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:)),
            let delays = reader.integer(UInt8.self).flatMap(DelayTable.init(rawValue:)),
            reader.integer(UInt16.self) == 0, let failures = reader.integer(UInt32.self)
        else { return nil }
        var settings = DeviceSettings()
        settings.derivationCost = cost
        settings.suite = suite
        settings.delays = delays
        settings.maximumFailedAttempts = failures == 0 ? nil : failures
        guard let grace = duration(&reader) else { return nil }
        settings.grace = grace ?? .seconds(Int64.max / 2)
        guard let autoLock = duration(&reader), let reboot = duration(&reader),
            let inactive = duration(&reader)
        else { return nil }
        settings.autoLock = autoLock
        settings.inactivityReboot = reboot
        settings.userInactiveAfter = inactive
        guard let publicKey = reader.bytes(X25519.byteCount) else { return nil }
        var keybag = Keybag(
            deviceID: device,
            settings: settings,
            hasPasscode: flags == 1,
            salt: salt,
            unlessOpenPublicKey: publicKey
        )
        keybag.wrapped = Slot.allCases.compactMap { _ in reader.bytes(wrapByteCount) }
        // The head is made anew from what was read, so it has one spelling.
        guard keybag.head == Array(content[..<headByteCount]), reader.remaining == 0,
            keybag.wrapped.count == Slot.allCases.count
        else { return nil }
        return keybag
    }

    /// Nil when the bytes run out or are not a duration; an inner nil for never.
    private static func duration(_ reader: inout ByteReader) -> Duration?? {
        guard let value = reader.integer(UInt64.self) else { return nil }
        if value == .max { return .some(nil) }
        return value < UInt64(Int64.max) ? .milliseconds(Int64(value)) : nil
    }
}
