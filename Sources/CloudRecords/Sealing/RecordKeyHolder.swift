package import ProtectionModel
package import SodiumCrypto

/// Where a device has its keys for records, and which devices its user trusts: implemented above,
/// by the circle of trusted devices, or in memory by ``MemoryKeyHolder``.
///
/// A device has a pair of keys for each of two classes, *complete until first user authentication*
/// and *complete*, and everybody in the circle knows the public ones. What is sealed to a device
/// proves which device has sealed it (HPKE in mode auth), so that a service cannot make up keys.
package protocol RecordKeyHolder: Sendable {
    /// Where opened keys live.
    var arena: SecureArena { get }
    /// Where new keys come from.
    var random: any RandomSource { get }

    /// The group in which opened keys of a class live: wiped when the class is closed.
    func group(of protection: ProtectionClass) -> SecretGroup

    /// This device and those that its user trusts.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock;
    ///   `not-found` where there is no circle.
    func devices() throws(ProtectionError) -> KeyDevices

    /// Seals a key of 32 bytes to a trusted device, for a class of that device: 80 bytes.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock;
    ///   `not-trusted` for a device that is not in the circle.
    func seal(
        _ key: borrowing SecureBytes,
        to device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> [UInt8]

    /// Opens what a device sealed to this one, into the group of the class; also of a device that
    /// was trusted once.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` while the class is closed;
    ///   `not-trusted` for a device that never was in the circle; `authentication-failure`.
    func open(
        _ sealed: [UInt8],
        from device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> SecureBytes
}

/// The name of a device that can have keys: 16 bytes.
package struct KeyDeviceID: Sendable, Hashable, Comparable {
    static let byteCount = 16

    /// The bytes.
    package let bytes: [UInt8]

    /// The name with these bytes; nil unless there are 16.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// By their bytes.
    package static func < (left: KeyDeviceID, right: KeyDeviceID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// A device and those that its user trusts.
package struct KeyDevices: Sendable, Hashable {
    /// The device itself.
    package let own: KeyDeviceID
    /// All that are trusted, with the device itself unless it was removed.
    package let trusted: Set<KeyDeviceID>

    /// Names devices.
    package init(own: KeyDeviceID, trusted: Set<KeyDeviceID>) {
        self.own = own
        self.trusted = trusted
    }
}

extension ProtectionError {
    /// An error of the primitives; a key that a lock has wiped is unavailable, not damaged.
    init(sealing error: CryptoError) {
        switch error.code {
        case .secretWiped: self = .lockedRecordKeys
        case .outOfMemory: self.init(.busy, "the machine has no memory for keys", cause: error)
        case .cipherUnavailable:
            self.init(.cipherUnavailable, "libsodium lacks a cipher", cause: error)
        case .authenticationFailure, .invalidInput: self = .forgedSeal
        }
    }

    static let lockedRecordKeys = ProtectionError(
        .protectedDataUnavailable,
        "the keys for these records are not available while the device is locked"
    )

    static let forgedSeal = ProtectionError(
        .authenticationFailure,
        "what the service has was changed, or belongs elsewhere"
    )

    static let strangeToZone = ProtectionError(
        .notTrusted,
        "the keys of the zone are not sealed to this device"
    )
}

/// Gives what a body gives, and makes an error of ours of one of the primitives.
func sealing<Result>(
    _ body: () throws -> Result
) throws(ProtectionError) -> Result {
    do {
        return try body()
    } catch let error as CryptoError {
        throw ProtectionError(sealing: error)
    } catch let error as ProtectionError {
        throw error
    } catch {
        throw ProtectionError(.internalError, "sealing failed: \(error)", cause: error)
    }
}
