import ProtectionModel
import SodiumCrypto
import Synchronization

/// Seals and opens records for a device: what is common to all its containers.
///
/// Opened keys of zones stay in locked memory, in the group of the zone's class, until a lock wipes
/// them; the lists that they came in stay, too, so that what came while the device was locked opens
/// after the unlock without a request.
public final class RecordSealer: Sendable {
    /// A list, its tag, and those of its keys that are open.
    struct Ring: Sendable {
        let list: ZoneKeyList
        let tag: String
        var keys: [[UInt8]: KeyBox] = [:]
    }

    private struct State {
        var owners: [Account: String] = [:]
        var rings: [SealedZone: Ring] = [:]
    }

    private struct Account: Hashable {
        let container: ContainerKey
        let account: String
    }

    let holder: any RecordKeyHolder
    let memory: any SeenVersions
    private let state = Mutex(State())

    /// Seals with the keys of a device.
    ///
    /// - Parameters:
    ///   - holder: the device's keys.
    ///   - memory: what the device has seen; in memory unless said otherwise.
    package init(
        _ holder: any RecordKeyHolder,
        memory: any SeenVersions = MemorySeenVersions()
    ) {
        self.holder = holder
        self.memory = memory
    }

    /// Forgets what was seen of a zone, and its keys: for a user who has restored a backup of the
    /// service, and wants what it has now.
    ///
    /// - Throws: ``ProtectionError`` of the memory.
    package func forget(_ zone: SealedZone) throws {
        state.withLock { $0.rings[zone] = nil }
        try memory.forget(zone)
    }

    // MARK: Owners

    func owner(_ account: String, in container: ContainerKey) -> String? {
        state.withLock { $0.owners[Account(container: container, account: account)] }
    }

    func setOwner(_ owner: String?, of account: String, in container: ContainerKey) {
        state.withLock { $0.owners[Account(container: container, account: account)] = owner }
    }

    // MARK: Rings

    func ring(of zone: SealedZone) -> Ring? { state.withLock { $0.rings[zone] } }

    func setRing(_ ring: Ring?, of zone: SealedZone) {
        state.withLock { $0.rings[zone] = ring }
    }

    /// A key of a ring, opened if it is not open.
    ///
    /// - Throws: `ProtectionError` as ``ZoneKeyList/open(in:by:)``.
    func key(
        _ id: [UInt8],
        of ring: Ring,
        in zone: SealedZone
    ) throws(ProtectionError) -> KeyBox {
        if let key = ring.keys[id], !key.secret.isWiped { return key }
        var ring = ring
        ring.keys = try ring.list.open(in: zone, by: holder)
        let list = ring.list
        try sealing { try self.note(list, of: zone) }
        setRing(ring, of: zone)
        guard let key = ring.keys[id] else { throw .forgedSeal }
        return key
    }

    /// The list of a zone's keys as the service had it last; public bytes.
    package func listInMemory(of zone: SealedZone) -> [UInt8]? { ring(of: zone)?.list.bytes }

    // MARK: Memory

    /// Refuses a list that is older than one that was seen.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`.
    func check(_ list: ZoneKeyList, of zone: SealedZone) throws {
        guard let seen = try memory.keys(of: zone) else { return }
        let isOlder =
            seen.life == list.head.life
            ? list.head.revision < seen.revision
                || list.head.revision == seen.revision && list.digest != seen.digest
            : seen.earlier.contains(list.head.life)
        guard !isOlder else {
            throw ProtectionError.olderThanSeen("the list of keys of '\(zone.zone)'")
        }
    }

    /// Remembers a list that has authenticated.
    func note(_ list: ZoneKeyList, of zone: SealedZone) throws {
        try check(list, of: zone)
        let seen = try memory.keys(of: zone)
        var keys = SeenKeys(
            life: list.head.life,
            revision: list.head.revision,
            digest: list.digest
        )
        keys.earlier = seen?.earlier ?? []
        if let seen, seen.life != list.head.life { keys.earlier.insert(seen.life) }
        guard keys != seen else { return }
        try memory.note(keys, of: zone)
    }

    /// Counts what the process has seen.
    private static let order = Atomic<UInt64>(0)

    /// A moment, to compare with ``SeenRecord/order``.
    func nextOrder() -> UInt64 { Self.order.add(1, ordering: .relaxed).newValue }
}

extension ZoneKeyList {
    /// What a device remembers of it.
    var digest: [UInt8] { GenericHash.hash(of: bytes) }
}
