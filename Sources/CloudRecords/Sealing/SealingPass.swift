import ProtectionModel
import SodiumCrypto

/// One call's way to the keys of its database's zones.
final class SealingPass {
    let database: RecordDatabase
    let sealer: RecordSealer
    /// Whose database it is, once that is known: by a request, or by ``identify()``.
    private var owner = ""
    /// What was seen since is no measure for what the call brings.
    let start: UInt64
    /// This device and those that its user trusts, as they were when the call began.
    let devices: KeyDevices
    /// The fields that were asked for; nil for all.
    var keys: Set<String>?
    private let account: String
    private var fresh: Set<RecordZoneID> = []

    /// Begins a call; before the first unlock there is none.
    ///
    /// - Throws: `ProtectionError` with `not-authenticated`, `protected-data-unavailable`,
    ///   `not-found` without a circle.
    init(_ database: RecordDatabase, _ sealer: RecordSealer) throws(ProtectionError) {
        account = try database.container.account.signedIn().account
        devices = try sealer.holder.devices()
        self.database = database
        self.sealer = sealer
        owner = sealer.owner(account, in: database.container.key) ?? ""
        start = sealer.nextOrder()
    }

    /// Asks whose database it is, before anything is sealed for it.
    func identify() throws(ProtectionError) {
        guard owner.isEmpty else { return }
        owner = try database.container.userID().name
        sealer.setOwner(owner, of: account, in: database.container.key)
    }

    /// Refuses what would be done for another user than the one whose keys these are.
    func check(_ request: RecordRequest) throws(ProtectionError) {
        let actual = request.database.owner
        guard owner.isEmpty || owner == actual else {
            sealer.setOwner(nil, of: account, in: database.container.key)
            throw ProtectionError(.notAuthenticated, "the user was erased meanwhile")
        }
        guard owner.isEmpty else { return }
        owner = actual
        sealer.setOwner(actual, of: account, in: database.container.key)
    }

    func place(of zone: RecordZoneID) -> SealedZone {
        SealedZone(
            database.container.key,
            DatabaseKey(scope: database.scope, owner: owner),
            zone
        )
    }

    func place(of record: Record) -> SealedRecord {
        SealedRecord(zone: place(of: record.id.zone), name: record.id.name, type: record.type)
    }

    // MARK: Keys

    /// Asks the service for a zone's keys.
    @discardableResult
    private func refresh(_ zone: RecordZoneID) throws(ProtectionError) -> RecordSealer.Ring? {
        let place = place(of: zone)
        fresh.insert(zone)
        guard let stored = try database.storedKeys(of: zone, self) else {
            sealer.setRing(nil, of: place)
            return nil
        }
        let list = try ZoneKeyList(stored.bytes)
        try sealing { try self.sealer.check(list, of: place) }
        if let known = sealer.ring(of: place), known.list == list, known.tag == stored.tag {
            return known
        }
        let ring = RecordSealer.Ring(list: list, tag: stored.tag)
        sealer.setRing(ring, of: place)
        return ring
    }

    /// The keys of a zone are asked for anew when they are needed.
    func forget(_ zone: RecordZoneID) {
        sealer.setRing(nil, of: place(of: zone))
        fresh.remove(zone)
    }

    /// The key of a zone with an id, to open what is there.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when the zone has none of the id.
    func key(_ id: [UInt8], in zone: RecordZoneID) throws(ProtectionError) -> KeyBox {
        let place = place(of: zone)
        var ring = sealer.ring(of: place)
        let isUsable = ring.map { $0.list.has(id) && $0.list.head.devices.contains(devices.own) }
        // Others may have added a key since, or this device.
        if isUsable != true, !fresh.contains(zone) { ring = try refresh(zone) }
        guard let ring, ring.list.has(id) else { throw .forgedSeal }
        return try sealer.key(id, of: ring, in: place)
    }

    /// The key of a zone under which everything new is wrapped, and the tag of the list that it is
    /// in: made when the zone has none, and anew when a device has it that is trusted no longer.
    func currentKey(
        in zone: RecordZoneID,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication
    ) throws(ProtectionError) -> (key: KeyBox, tag: String) {
        let place = place(of: zone)
        guard devices.trusted.contains(devices.own) else { throw .strangeToZone }
        var ring = sealer.ring(of: place)
        var isFresh = fresh.contains(zone)
        for _ in 0..<8 {
            if let ring, ring.list.fits(devices) {
                return (try sealer.key(ring.list.head.current, of: ring, in: place), ring.tag)
            }
            guard isFresh else {
                ring = try refresh(zone)
                isFresh = true
                continue
            }
            let next = try self.next(ring, protection, place)
            ring = try put(next, replacing: ring, in: zone)
            isFresh = ring != nil
        }
        throw ProtectionError(.zoneBusy, "others change the keys of the zone '\(zone)'")
    }

    /// Puts a list in the place of another; nil when others were faster.
    private func put(
        _ next: RecordSealer.Ring,
        replacing ring: RecordSealer.Ring?,
        in zone: RecordZoneID
    ) throws(ProtectionError) -> RecordSealer.Ring? {
        let place = place(of: zone)
        let tag = try database.putKeys(next.list.bytes, of: zone, replacing: ring?.tag, self)
        guard let tag else { return nil }
        let new = RecordSealer.Ring(list: next.list, tag: tag, keys: next.keys)
        try sealing { try self.sealer.note(next.list, of: place) }
        sealer.setRing(new, of: place)
        return new
    }

    /// The list that comes after another, or the first; its tag is still to be had.
    private func next(
        _ ring: RecordSealer.Ring?,
        _ protection: ProtectionClass,
        _ place: SealedZone
    ) throws(ProtectionError) -> RecordSealer.Ring {
        let holder = sealer.holder
        let protection = ring?.list.head.protection ?? protection
        var keys = try ring?.list.open(in: place, by: holder) ?? [:]
        let life = ring?.list.head.life ?? holder.random.bytes(ZoneKeyList.lifeByteCount)
        var older = ring?.list.head.older ?? []
        var newest = ring.flatMap { keys[$0.list.head.current] }
        if newest == nil || ring?.list.isSpilled(devices) == true {
            let fresh = try newKey(protection)
            let ids = older.map(\.id) + (newest.map { [$0.id] } ?? [])
            let binding = ZoneKeyList.olderBinding(place, life: life)
            older = try wrap(ids.compactMap { keys[$0] }, under: fresh, authenticating: binding)
            keys[fresh.id] = fresh
            newest = fresh
        }
        guard let newest else { throw .forgedSeal }
        let head = ZoneKeyList.Head(
            protection: protection,
            life: life,
            revision: (ring?.list.head.revision ?? 0) + 1,
            current: newest.id,
            sender: devices.own,
            devices: devices.trusted.sorted(),
            older: older
        )
        let list = try ZoneKeyList(newest, head, in: place, by: holder)
        return RecordSealer.Ring(list: list, tag: "", keys: keys)
    }

    /// The class of a zone, which it gets now when it has none.
    func protection(
        of zone: RecordZoneID,
        making protection: ProtectionClass
    ) throws(ProtectionError) -> ProtectionClass {
        let place = place(of: zone)
        let known = sealer.ring(of: place)
        if let known { return known.list.head.protection }
        if let ring = try refresh(zone) { return ring.list.head.protection }
        _ = try currentKey(in: zone, as: protection)
        return sealer.ring(of: place)?.list.head.protection ?? protection
    }

    private func wrap(
        _ keys: [KeyBox],
        under newest: KeyBox,
        authenticating binding: [UInt8]
    ) throws(ProtectionError) -> [WrappedKey] {
        try sealing {
            try keys.map { key in
                try WrappedKey(
                    key.secret,
                    under: newest.secret,
                    id: key.id,
                    authenticating: binding,
                    random: self.sealer.holder.random
                )
            }
        }
    }

    private func newKey(_ protection: ProtectionClass) throws(ProtectionError) -> KeyBox {
        let holder = sealer.holder
        return try sealing {
            try KeyBox(
                try KeyBox.random(
                    holder.random,
                    group: holder.group(of: protection),
                    arena: holder.arena
                )
            )
        }
    }

    /// Takes the keys out of a zone's list that are older than the newest, once nothing is under
    /// them; says whether others were not faster.
    func dropOlderKeys(in zone: RecordZoneID) throws(ProtectionError) -> Bool {
        let place = place(of: zone)
        let key = try currentKey(in: zone).key
        guard let ring = sealer.ring(of: place), !ring.list.head.older.isEmpty else { return true }
        let head = ZoneKeyList.Head(
            protection: ring.list.head.protection,
            life: ring.list.head.life,
            revision: ring.list.head.revision + 1,
            current: key.id,
            sender: devices.own,
            devices: devices.trusted.sorted(),
            older: []
        )
        let list = try ZoneKeyList(key, head, in: place, by: sealer.holder)
        let next = RecordSealer.Ring(list: list, tag: "", keys: [key.id: key])
        return try put(next, replacing: ring, in: zone) != nil
    }
}
