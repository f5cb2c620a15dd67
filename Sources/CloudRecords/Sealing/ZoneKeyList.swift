import ProtectionModel
import SodiumCrypto

/// The keys of a zone as the service keeps them, in a record of the zone that no app sees.
///
/// ```
/// version     1   1
/// class       1   number of the zone's protection class, 1 or 3
/// life       16   random, drawn with the zone's first key: another one when the zone is made anew
/// revision    8   raised by each change of the list, from 1
/// current    16   id of the newest key, under which everything new is wrapped
/// sender     16   the device that made the list
/// count       1   of the devices that the newest key is sealed to, 1 to 255
/// device     16   × count, in the order of their bytes
/// older       2   count of the keys before
/// key        88   × older: WrappedKey under the newest, with ("older key", zone, life)
/// sealed     80   × count: the newest key, sealed to each device by HPKE in mode auth: the
///                 encapsulated key (32), the ciphertext (48)
///
/// info = "protection-toolkit zone key 1"
/// data = BLAKE2b-256(("zone key", zone), then all of the above up to the last key), device
/// ```
///
/// So who is none of the user's devices makes no list, and a list authenticates as a whole: no
/// device, key or class of it can be left out, added, or taken from another list or zone. An older
/// list authenticates, too: devices remember the revision that they have seen, and none seals
/// anything under a key that was sealed to a device that it does not trust.
///
/// There is no container key above the zones' keys: it would be sealed to the same devices, once
/// for each class, and with it every zone would be lost.
struct ZoneKeyList: Sendable, Hashable {
    fileprivate static let version: UInt8 = 1
    private static let info = Array("protection-toolkit zone key 1".utf8)
    private static let sealedByteCount = 80
    static let lifeByteCount = 16
    static let olderLimit = 1_000

    /// The classes that a zone can have.
    static let classes: Set<ProtectionClass> = [.complete, .completeUntilFirstUserAuthentication]

    /// All that is in a list but for the sealed keys.
    struct Head: Sendable, Hashable {
        let protection: ProtectionClass
        let life: [UInt8]
        let revision: UInt64
        let current: [UInt8]
        let sender: KeyDeviceID
        let devices: [KeyDeviceID]
        let older: [WrappedKey]
    }

    let head: Head
    private let sealed: [[UInt8]]

    /// Whether a key is in it.
    func has(_ id: [UInt8]) -> Bool { id == head.current || head.older.contains { $0.id == id } }

    /// Whether everything new may be wrapped under its newest key: those whom the user trusts have
    /// it, and nobody else, by the word of one of them.
    func fits(_ devices: KeyDevices) -> Bool {
        devices.trusted.contains(head.sender) && Set(head.devices) == devices.trusted
    }

    /// Whether the newest key is in hands that the user does not trust, or may be.
    func isSpilled(_ devices: KeyDevices) -> Bool {
        !devices.trusted.contains(head.sender)
            || !Set(head.devices).isSubset(of: devices.trusted)
    }

    // MARK: Making

    /// Seals the newest key to the devices of a head.
    init(
        _ key: KeyBox,
        _ head: Head,
        in zone: SealedZone,
        by holder: any RecordKeyHolder
    ) throws(ProtectionError) {
        guard (1...255).contains(head.devices.count), head.older.count <= Self.olderLimit else {
            throw ProtectionError(
                .limitExceeded,
                "a zone's keys are for at most 255 devices, and \(Self.olderLimit) are kept"
            )
        }
        self.head = head
        let digest = head.digest(in: zone)
        var sealed: [[UInt8]] = []
        for device in head.devices {
            sealed.append(
                try holder.seal(
                    key.secret,
                    to: device,
                    as: head.protection,
                    info: Self.info,
                    authenticating: digest + device.bytes
                )
            )
        }
        self.sealed = sealed
    }

    /// What is authenticated with an older key.
    static func olderBinding(_ zone: SealedZone, life: [UInt8]) -> [UInt8] {
        var writer = zone.binding("older key")
        writer.append(life)
        return writer.bytes
    }

    // MARK: Bytes

    var bytes: [UInt8] { head.bytes + sealed.flatMap(\.self) }

    /// Reads a list, which is still to be authenticated by ``open(in:by:)``.
    ///
    /// - Throws: `ProtectionError` with `unsupported-version`, `authentication-failure`.
    init(_ bytes: [UInt8]) throws(ProtectionError) {
        if let version = bytes.first, version > Self.version {
            throw ProtectionError(.unsupportedVersion, "the keys were sealed by a newer program")
        }
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version,
            let protection = reader.byte().flatMap(ProtectionClass.init),
            Self.classes.contains(protection),
            let life = reader.bytes(Self.lifeByteCount), let revision = reader.number(UInt64.self),
            let current = reader.bytes(KeyBox.idByteCount),
            let sender = reader.bytes(KeyDeviceID.byteCount).flatMap(KeyDeviceID.init),
            let count = reader.byte(), count > 0,
            let devices = reader.pieces(Int(count), KeyDeviceID.byteCount, KeyDeviceID.init),
            devices == Set(devices).sorted(),
            let olderCount = reader.number(UInt16.self), olderCount <= Self.olderLimit,
            let older = reader.pieces(Int(olderCount), WrappedKey.byteCount, { WrappedKey($0) }),
            let sealed = reader.pieces(Int(count), Self.sealedByteCount, { $0 }),
            reader.remaining == 0
        else { throw .forgedSeal }
        head = Head(
            protection: protection,
            life: life,
            revision: revision,
            current: current,
            sender: sender,
            devices: devices,
            older: older
        )
        self.sealed = sealed
    }

    // MARK: Opening

    /// All keys of the list by their ids, which shows that one of the user's devices made it.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-trusted` when it is not
    ///   for this device, `authentication-failure`.
    func open(
        in zone: SealedZone,
        by holder: any RecordKeyHolder
    ) throws(ProtectionError) -> [[UInt8]: KeyBox] {
        let own = try holder.devices().own
        guard let index = head.devices.firstIndex(of: own) else { throw .strangeToZone }
        let secret = try holder.open(
            sealed[index],
            from: head.sender,
            as: head.protection,
            info: Self.info,
            authenticating: head.digest(in: zone) + own.bytes
        )
        do throws(CryptoError) {
            let newest = try KeyBox(secret)
            guard newest.id == head.current else { throw CryptoError(.authenticationFailure) }
            var keys = [newest.id: newest]
            let binding = Self.olderBinding(zone, life: head.life)
            for wrapped in head.older {
                let key = try KeyBox(
                    try wrapped.open(under: newest.secret, authenticating: binding)
                )
                guard key.id == wrapped.id else { throw CryptoError(.authenticationFailure) }
                keys[key.id] = key
            }
            return keys
        } catch { throw ProtectionError(sealing: error) }
    }
}

extension ZoneKeyList.Head {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(ZoneKeyList.version)
        writer.append(protection.rawValue)
        writer.append(raw: life)
        writer.append(number: revision)
        writer.append(raw: current)
        writer.append(raw: sender.bytes)
        writer.append(UInt8(clamping: devices.count))
        for device in devices { writer.append(raw: device.bytes) }
        writer.append(number: UInt16(clamping: older.count))
        for key in older { writer.append(raw: key.bytes) }
        return writer.bytes
    }

    /// What is authenticated with each sealed key, before the device.
    fileprivate func digest(in zone: SealedZone) -> [UInt8] {
        GenericHash.hash(of: zone.binding("zone key").bytes + bytes)
    }
}

extension ByteReader {
    /// Bytes without a length before them.
    mutating func bytes(_ count: Int) -> [UInt8]? { take(count).map { Array($0) } }

    /// Several pieces of one length, each of which has to be sound.
    fileprivate mutating func pieces<Piece>(
        _ count: Int,
        _ byteCount: Int,
        _ piece: ([UInt8]) -> Piece?
    ) -> [Piece]? {
        guard count * byteCount <= remaining else { return nil }
        var pieces: [Piece] = []
        for _ in 0..<count {
            guard let next = bytes(byteCount).flatMap(piece) else { return nil }
            pieces.append(next)
        }
        return pieces
    }
}
