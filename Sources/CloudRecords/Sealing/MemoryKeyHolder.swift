package import ProtectionModel
package import SodiumCrypto
import Synchronization

/// The devices of one user in memory, for tests and simulations.
package final class MemoryKeyCircle: Sendable {
    fileprivate struct PublicKeys: Sendable {
        let session: [UInt8]
        let unlocked: [UInt8]
    }

    private struct State {
        var known: [KeyDeviceID: PublicKeys] = [:]
        var trusted: Set<KeyDeviceID> = []
    }

    private let state = Mutex(State())
    private let random: any RandomSource

    /// A circle without devices.
    package init(random: any RandomSource = SystemRandomSource()) { self.random = random }

    /// Adds a new device, which is unlocked.
    ///
    /// - Throws: ``ProtectionError`` when the machine has no memory for keys.
    package func addDevice() throws(ProtectionError) -> MemoryKeyHolder {
        let holder = try sealing { try MemoryKeyHolder(self, self.random) }
        state.withLock {
            $0.known[holder.id] = holder.publicKeys
            $0.trusted.insert(holder.id)
        }
        return holder
    }

    /// Removes a device for good.
    package func remove(_ device: MemoryKeyHolder) {
        _ = state.withLock { $0.trusted.remove(device.id) }
    }

    fileprivate var trusted: Set<KeyDeviceID> { state.withLock { $0.trusted } }

    fileprivate func keys(
        of device: KeyDeviceID,
        mustBeTrusted: Bool
    ) throws(ProtectionError) -> PublicKeys {
        let keys = state.withLock { state in
            !mustBeTrusted || state.trusted.contains(device) ? state.known[device] : nil
        }
        guard let keys else { throw .strangeToZone }
        return keys
    }
}

/// The keys of one device of a ``MemoryKeyCircle``.
package final class MemoryKeyHolder: RecordKeyHolder {
    private static let vault = SecretGroup(0)

    package let arena = SecureArena()
    package let random: any RandomSource
    /// What the other devices know it by.
    package let id: KeyDeviceID
    fileprivate let publicKeys: MemoryKeyCircle.PublicKeys
    private let session: SecureBytes
    private let unlocked: SecureBytes
    private let circle: MemoryKeyCircle
    private let lock = Mutex(LockState.unlocked)

    fileprivate init(_ circle: MemoryKeyCircle, _ random: any RandomSource) throws {
        let session = try KeyBox.random(random, group: Self.vault, arena: arena)
        let unlocked = try KeyBox.random(random, group: Self.vault, arena: arena)
        publicKeys = MemoryKeyCircle.PublicKeys(
            session: try X25519.publicKey(of: session),
            unlocked: try X25519.publicKey(of: unlocked)
        )
        let name = GenericHash.hash(of: publicKeys.session, count: KeyDeviceID.byteCount)
        guard let id = KeyDeviceID(bytes: name) else { throw ProtectionError.forgedSeal }
        self.id = id
        self.session = session
        self.unlocked = unlocked
        self.circle = circle
        self.random = random
    }

    /// The public key that messages of it are proved by.
    package var sessionKey: [UInt8] { publicKeys.session }

    /// How the device stands; keys of classes that it closes are wiped.
    package var lockState: LockState {
        get { lock.withLock { $0 } }
        set {
            lock.withLock { $0 = newValue }
            for protection in ZoneKeyList.classes where !protection.isOpenable(in: newValue) {
                arena.wipe(group(of: protection))
            }
        }
    }

    package func group(of protection: ProtectionClass) -> SecretGroup {
        SecretGroup(Int(protection.rawValue))
    }

    package func devices() throws(ProtectionError) -> KeyDevices {
        try check(.completeUntilFirstUserAuthentication)
        return KeyDevices(own: id, trusted: circle.trusted)
    }

    private func check(_ protection: ProtectionClass) throws(ProtectionError) {
        guard protection.isOpenable(in: lockState) else { throw .lockedRecordKeys }
    }

    package func seal(
        _ key: borrowing SecureBytes,
        to device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        try check(.completeUntilFirstUserAuthentication)
        let keys = try circle.keys(of: device, mustBeTrusted: true)
        do throws(CryptoError) {
            var sender = try HPKE.Sender(
                to: protection == .complete ? keys.unlocked : keys.session,
                info: info,
                from: session,
                random: random
            )
            var sealed = [UInt8](repeating: 0, count: key.count + HPKE.tagByteCount)
            var span = sealed.mutableSpan
            var output = span.mutableBytes
            try key.withBytes { (key) throws(CryptoError) in
                try sender.seal(key, authenticating: data, into: &output)
            }
            return sender.encapsulatedKey + sealed
        } catch { throw ProtectionError(sealing: error) }
    }

    package func open(
        _ sealed: [UInt8],
        from device: KeyDeviceID,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> SecureBytes {
        try check(protection)
        let sender = try circle.keys(of: device, mustBeTrusted: false).session
        guard sealed.count == HPKE.publicKeyByteCount + KeyBox.byteCount + HPKE.tagByteCount else {
            throw .forgedSeal
        }
        do throws(CryptoError) {
            let encapsulated = Array(sealed.prefix(HPKE.publicKeyByteCount))
            var recipient =
                protection == .complete
                ? try HPKE.Recipient(encapsulated, privateKey: unlocked, info: info, from: sender)
                : try HPKE.Recipient(encapsulated, privateKey: session, info: info, from: sender)
            let ciphertext = sealed.span.bytes.extracting(HPKE.publicKeyByteCount..<sealed.count)
            return try SecureBytes(
                count: KeyBox.byteCount,
                group: group(of: protection),
                arena: arena
            ) { (output) throws(CryptoError) in
                try recipient.open(ciphertext, authenticating: data, into: &output)
            }
        } catch { throw ProtectionError(sealing: error) }
    }
}
