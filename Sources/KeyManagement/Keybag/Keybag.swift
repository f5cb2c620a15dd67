package import ProtectionModel
import SodiumCrypto

/// The wrapped keys of a device, the slots that open them, and the device's settings.
///
/// File, little-endian: `"PTKEYBAG"`, version (2), features (4), zeros (2), device id (16); then
/// the settings: Argon2id passes (4) and KiB (4) of new passcodes, cipher suite (1), delay table
/// (1), zeros (2), failed attempts before an erase (4, 0 for never), in milliseconds grace,
/// auto-lock, inactivity reboot and user-inactive time (8 each, all ones for never); class B's
/// public key (32), how often the keybag was changed (8); wrapped keys of 72 bytes: two under the
/// device key, volume and class D, and six under the keybag key in the order of ``Key``; how many
/// slots (1), the slots (``KeySlot``); a BLAKE2b-256 code under the keybag key (32), and one of all
/// that under the device key (32). Version and features are looked at first, the form of
/// the rest next, then the device key's code; the keybag key's, before any key is opened by a slot.
///
/// The device key's code stops those who have the directory alone. The keybag key's stops those
/// who have the device key, too: they can change no setting, no slot and no key without a slot's
/// secret.
package struct Keybag: Sendable, Equatable {
    /// The wrapped keys, in file order.
    enum Key: UInt8, CaseIterable {
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

        /// What the device key alone opens, passcode or not.
        static let ofDevice: [Key] = [.volume, .none]
    }

    /// How long the file is at most, in bytes.
    package static let byteLimit = 40_000
    /// The file's name in the device directory.
    package static let fileName = "keybag"

    /// What says which format and which device it is, in bytes.
    static let identityByteCount = 32

    private static let magic = Array("PTKEYBAG".utf8)
    /// The length of each code at the end of the file in bytes.
    static let codeByteCount = 32

    package let deviceID: DeviceID
    package let settings: DeviceSettings
    /// Class B's public key, by which files can be made while locked.
    let unlessOpenPublicKey: [UInt8]
    /// How often the keybag was changed.
    let generation: UInt64
    /// The keys that the device key opens alone, one a ``Key/ofDevice``.
    let deviceWraps: [[UInt8]]
    /// All keys under the keybag key, one a ``Key``.
    let wraps: [[UInt8]]
    package let slots: [KeySlot]
    /// The code under the keybag key.
    private(set) var seal: [UInt8] = []
    /// The code under the device key, which differs between any two keybags.
    private(set) var code: [UInt8] = []

    /// A keybag that has no codes yet.
    init(
        deviceID: DeviceID,
        settings: DeviceSettings,
        unlessOpenPublicKey: [UInt8],
        generation: UInt64,
        deviceWraps: [[UInt8]],
        wraps: [[UInt8]],
        slots: [KeySlot]
    ) {
        self.deviceID = deviceID
        self.settings = settings
        self.unlessOpenPublicKey = unlessOpenPublicKey
        self.generation = generation
        self.deviceWraps = deviceWraps
        self.wraps = wraps
        self.slots = slots
    }

    /// Whether locking means anything: the device key alone does not open the keybag.
    package var hasPasscode: Bool { !slots.contains { $0.kind == .device } }

    /// What a person types to unlock, as it is wrapped.
    var passcodes: [[UInt8]] { slots.filter(\.kind.isTyped).map(\.wrapped) }

    /// The file.
    var bytes: [UInt8] { sealed + code }

    /// What the device key authenticates.
    private var sealed: [UInt8] { content + seal }

    /// What the keybag key authenticates.
    private var content: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic)
        writer.append(SealedFormat.current)
        writer.append(UInt32(0))
        writer.append(UInt16(0))
        writer.append(deviceID.bytes)
        settings.append(to: &writer)
        writer.append(unlessOpenPublicKey)
        writer.append(generation)
        for wrap in deviceWraps + wraps { writer.append(wrap) }
        writer.append(UInt8(slots.count))
        for slot in slots { writer.append(slot.bytes) }
        return writer.bytes
    }

    /// Adds both codes, once all else is there.
    ///
    /// - Throws: `CryptoError.invalidInput` for a keybag that could not be read again, as with two
    ///   slots of one name.
    mutating func authenticate(
        under keybagKey: SecretBox,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) {
        seal = try Self.code(of: content, under: try Self.sealKey(keybagKey))
        code = try Self.code(of: sealed, under: secrets.keybagCode)
        guard Self.parse(bytes, deviceID)?.bytes == bytes else { throw CryptoError(.invalidInput) }
    }

    /// Checks that whoever wrote this had a slot's secret.
    ///
    /// - Throws: `CryptoError.authenticationFailure`.
    func check(under keybagKey: SecretBox) throws(CryptoError) {
        let expected = try Self.code(of: content, under: try Self.sealKey(keybagKey))
        guard ConstantTime.areEqual(expected, seal) else {
            throw CryptoError(.authenticationFailure)
        }
    }

    private static func code(
        of bytes: [UInt8],
        under key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.code(of: bytes.span.bytes, count: codeByteCount, key: key)
    }

    /// Wraps and code have keys of their own.
    private static func sealKey(_ keybagKey: SecretBox) throws(CryptoError) -> SecureBytes {
        let key = try SecureBytes(count: 32, group: .transit, arena: keybagKey.secret.arena)
        let info = Array("protection-toolkit keybag 5 code".utf8)
        try HKDFSHA512.expand(keybagKey.secret, info: info, into: key)
        return key
    }
}

// Reading.
extension Keybag {
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
        guard bytes.count <= byteLimit, reader.bytes(2) != nil, let id = reader.bytes(16),
            let device = DeviceID(bytes: id)
        else { throw ProtectionError(.authenticationFailure, "the keybag is damaged") }
        return device
    }

    /// Reads a keybag whose derivations cost at least `floor`.
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
        let keybag = try decode(withoutDeviceKey: bytes, floor: floor)
        do {
            guard
                try KeyedHash.isValid(
                    keybag.code,
                    for: keybag.sealed.span.bytes,
                    key: secrets.keybagCode
                )
            else { throw CryptoError(.authenticationFailure) }
        } catch { throw ProtectionError(error, "the keybag") }
        return keybag
    }

    /// Reads a keybag of a device whose key is lost; nothing of it is to be trusted before
    /// ``check(under:)``.
    ///
    /// - Throws: as ``decode(_:_:floor:)``.
    static func decode(withoutDeviceKey bytes: [UInt8], floor: Argon2id.Cost) throws -> Keybag {
        let device = try deviceID(of: bytes)
        guard let keybag = parse(bytes, device), keybag.bytes == bytes else {
            throw ProtectionError(.authenticationFailure, "the keybag is damaged")
        }
        let costs = keybag.slots.compactMap(\.cost) + [keybag.settings.derivationCost]
        for cost in costs where !cost.isAtLeast(floor) {
            throw ProtectionError(
                .authenticationFailure,
                "the keybag was forged: it asks for \(cost), and no device is made with less than "
                    + "\(floor)"
            )
        }
        return keybag
    }

    /// What is written anew as `bytes`, or it was not written by us: it has one spelling.
    private static func parse(_ bytes: [UInt8], _ device: DeviceID) -> Keybag? {
        var reader = ByteReader(bytes)
        guard reader.bytes(magic.count + 24) != nil, let settings = DeviceSettings(from: &reader),
            let publicKey = reader.bytes(X25519.byteCount),
            let generation = reader.integer(UInt64.self)
        else { return nil }
        let deviceWraps = Key.ofDevice.compactMap { _ in reader.bytes(BoundWrap.byteCount) }
        let wraps = Key.allCases.compactMap { _ in reader.bytes(BoundWrap.byteCount) }
        guard let count = reader.integer(UInt8.self), (1...KeySlot.limit).contains(Int(count))
        else { return nil }
        let slots = (0..<count).compactMap { _ in KeySlot(from: &reader) }
        guard slots.count == Int(count), Set(slots.map(\.number)).count == slots.count,
            Set(slots.map(\.name)).count == slots.count,
            let seal = reader.bytes(codeByteCount), let code = reader.bytes(codeByteCount),
            reader.remaining == 0
        else { return nil }
        var keybag = Keybag(
            deviceID: device,
            settings: settings,
            unlessOpenPublicKey: publicKey,
            generation: generation,
            deviceWraps: deviceWraps,
            wraps: wraps,
            slots: slots
        )
        keybag.seal = seal
        keybag.code = code
        return keybag
    }
}
