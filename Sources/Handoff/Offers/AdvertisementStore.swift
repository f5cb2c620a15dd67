import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import TrustedDevices

/// The keys and sequences by which devices tell each other of activities, kept in a device's documents.
final class AdvertisementStore: Sendable {
    /// How long a key lasts.
    static let keyLifetime: Int64 = 24 * 3_600

    /// What another device has told.
    private struct Peer {
        let keys: AdvertisementKeys
        let heard: (advertisement: Advertisement, at: Int64)?
        /// Those that had the key when it came, and are members no longer.
        let removed: [UInt8]

        func isOf(_ standing: TrustCircle.Standing) -> Bool {
            keys.context.starts(with: standing.circle.bytes) && !keys.secret.secret.isWiped
                && removed == AdvertisementStore.digest(of: standing.membership.former)
        }
    }

    private struct State {
        var peers: [TrustedDevice.ID: Peer]?
        /// Changes when they do, so that nothing older takes their place.
        var version = 0
        /// Of the documents that are there now: a crash gives others.
        var observation: (documents: ObjectIdentifier, DocumentObservation)?
    }

    private let deviceDocuments: @Sendable () -> DeviceDocuments
    private let state = Mutex(State())

    init(_ documents: @escaping @Sendable () -> DeviceDocuments) { deviceDocuments = documents }

    private var documents: DeviceDocuments { deviceDocuments() }
    private var keys: any KeyService { documents.keys }

    // MARK: Own

    /// The next advertisement of this device, under a key of today: what `make` says while nobody else tells anything.
    func next(
        _ standing: TrustCircle.Standing,
        _ make: () -> Advertisement
    ) throws(ProtectionError) -> [UInt8] {
        try withOwn(standing) { document, keys in
            document.sequence += 1
            var advertisement = make()
            advertisement.sequence = document.sequence
            return try advertisement.sealed(
                with: try AdvertisementKeys(
                    document.key.secret,
                    of: standing.own,
                    in: standing.circle
                ),
                nonce: keys.random.bytes(XChaCha20Poly1305.nonceByteCount)
            )
        }
    }

    /// What a member is given in a session: the key, and the last sequence under it.
    func ownKey(
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> (key: SecretBox, sequence: UInt64) {
        try withOwn(standing) { document, _ in (document.key, document.sequence) }
    }

    private func withOwn<Result>(
        _ standing: TrustCircle.Standing,
        _ body: (inout HandoffDocument, any KeyService) throws -> Result
    ) throws(ProtectionError) -> Result {
        let keys = keys
        return try documents.changing(.handoff) { files, folder in
            let known = try HandoffDocument.read(
                HandoffDocument.own,
                of: standing.circle,
                files,
                in: folder,
                keys
            )
            let now = keys.clock.wallTime().seconds
            let removed = Self.digest(of: standing.membership.former)
            var document: HandoffDocument
            // A clock that was set back makes no key last longer.
            if let known, known.removed == removed,
                known.made <= now, now - known.made < Self.keyLifetime
            {
                document = known
            } else {
                document = HandoffDocument(standing.circle, key: try Self.freshKey(keys))
                document.made = now
                document.removed = removed
            }
            let result = try body(&document, keys)
            if known?.sequence != document.sequence || known?.made != document.made
                || known?.removed != document.removed
            {
                try document.write(HandoffDocument.own, files, in: folder)
            }
            return result
        }
    }

    private static func freshKey(_ keys: any KeyService) throws -> SecureBytes {
        try SecureBytes(
            count: AdvertisementKeys.keyByteCount,
            group: AdvertisementKeys.group,
            arena: keys.arena
        ) { keys.random.fill(&$0) }
    }

    private static func digest(of removed: Set<TrustedDevice.ID>) -> [UInt8] {
        GenericHash.hash(of: removed.sorted().flatMap(\.bytes))
    }

    // MARK: Others

    /// The highest sequence of another device that has come under its key; nil without one.
    func sequence(
        of peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> UInt64? {
        try document(of: peer, standing)?.sequence
    }

    /// Takes the key of another device, from a session with it, and its last sequence.
    ///
    /// Each member has that key and could have told something in its name. What had come before the session began, `known`,
    /// is no higher than what the device itself says then, or it was such a word and is forgotten.
    func note(
        _ key: consuming SecureBytes,
        sequence: UInt64,
        known highest: UInt64?,
        of peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) {
        let keys = keys
        let box = SecretBox(key)
        let removed = Self.digest(of: standing.membership.former)
        try documents.changing(.handoff) { files, folder in
            let name = peer.description
            let known = try HandoffDocument.read(name, of: standing.circle, files, in: folder, keys)
            if var known, known.removed == removed, try known.key.secret.isEqual(to: box.secret) {
                if let highest, highest > sequence {
                    known.heard = nil
                } else {
                    guard sequence > known.sequence else { return }
                }
                known.sequence = sequence
                try known.write(name, files, in: folder)
                return
            }
            var document = HandoffDocument(
                standing.circle,
                key: try box.secret.copy(to: AdvertisementKeys.group)
            )
            document.sequence = sequence
            document.removed = removed
            for activity in known?.continued ?? [] { document.noteContinued(activity) }
            try document.write(name, files, in: folder)
        }
        forget()
    }

    /// Whether an advertisement certainly says nothing new, by what is in memory.
    ///
    /// It is nobody's, as most that come are, or was heard before; none of those makes a device read its documents.
    func saysNothingNew(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == Advertisement.byteCount else { return true }
        guard let known = state.withLock({ $0.peers }) else { return false }
        do throws(CryptoError) {
            for peer in known.values {
                let found = try Advertisement.open(bytes, with: peer.keys)
                guard let found else { continue }
                guard let heard = peer.heard else { return false }
                return found.sequence <= heard.advertisement.sequence
            }
            return true
        } catch { return false }
    }

    /// Takes an advertisement of a member that is newer than all before; false for anything else, by which nothing changes.
    func take(
        _ bytes: [UInt8],
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> Bool {
        guard bytes.count == Advertisement.byteCount else { return false }
        let now = keys.clock.wallTime()
        for (sender, peer) in try peers(standing) where standing.membership[sender] != nil {
            let found: Advertisement?
            do { found = try Advertisement.open(bytes, with: peer.keys) } catch {
                forget()
                throw ProtectionError(error, "the advertisement")
            }
            guard let found else { continue }
            return try change(sender, standing) { document in
                guard found.sequence > document.sequence else { return false }
                document.sequence = found.sequence
                document.heard = (found, now.seconds)
                return true
            }
        }
        return false
    }

    /// The last advertisement of each member, and when it came, in seconds since 1970.
    func heard(
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> [TrustedDevice.ID: (advertisement: Advertisement, at: Int64)] {
        try peers(standing).compactMapValues(\.heard).filter {
            standing.membership[$0.key] != nil
        }
    }

    /// Whether an activity of a device was continued here.
    func hasContinued(
        _ activity: [UInt8],
        of peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> Bool {
        try document(of: peer, standing)?.continued.contains(activity) ?? false
    }

    private func document(
        of peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> HandoffDocument? {
        let keys = keys
        // One nil for the folder, one for the document.
        return try documents.reading(.handoff) { files, folder in
            try HandoffDocument.read(
                peer.description,
                of: standing.circle,
                files,
                in: folder,
                keys
            )
        } ?? nil
    }

    /// Remembers that one was.
    func noteContinued(
        _ activity: [UInt8],
        of peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) {
        _ = try change(peer, standing) { document in
            document.noteContinued(activity)
            return true
        }
    }

    private func change(
        _ peer: TrustedDevice.ID,
        _ standing: TrustCircle.Standing,
        _ body: (inout HandoffDocument) -> Bool
    ) throws(ProtectionError) -> Bool {
        let keys = keys
        // What is known of changes by the system comes later.
        defer { forget() }
        return try documents.changing(.handoff) { files, folder in
            let name = peer.description
            guard
                var document = try HandoffDocument.read(
                    name,
                    of: standing.circle,
                    files,
                    in: folder,
                    keys
                )
            else { return false }
            guard body(&document) else { return false }
            try document.write(name, files, in: folder)
            return true
        }
    }

    /// The keys of all members that are known; read once, and anew when another process has changed them.
    private func peers(
        _ standing: TrustCircle.Standing
    ) throws(ProtectionError) -> [TrustedDevice.ID: Peer] {
        try watch()
        let (known, version) = state.withLock { ($0.peers, $0.version) }
        if let known, known.values.allSatisfy({ $0.isOf(standing) }) { return known }
        let keys = keys
        let removed = Self.digest(of: standing.membership.former)
        let found = try documents.reading(.handoff) { files, folder in
            var found: [TrustedDevice.ID: Peer] = [:]
            for device in standing.membership.devices where device.id != standing.own {
                let document = try HandoffDocument.read(
                    device.id.description,
                    of: standing.circle,
                    files,
                    in: folder,
                    keys
                )
                // Who has been removed since has the key, too: the next session brings another.
                guard let document, document.removed == removed else { continue }
                let keys = try AdvertisementKeys(
                    document.key.secret,
                    of: device.id,
                    in: standing.circle
                )
                found[device.id] = Peer(
                    keys: keys,
                    heard: document.heard,
                    removed: removed
                )
            }
            return found
        }
        state.withLock { if $0.version == version { $0.peers = found ?? [:] } }
        return found ?? [:]
    }

    private func forget() {
        state.withLock { state in
            state.peers = nil
            state.version += 1
        }
    }

    private func watch() throws(ProtectionError) {
        let documents = documents
        let name = ObjectIdentifier(documents)
        guard state.withLock({ $0.observation?.documents != name }) else { return }
        let observation = try documents.observe(.handoff) { [weak self] in self?.forget() }
        let before = state.withLock { state in
            defer { state.observation = (name, observation) }
            return state.observation
        }
        // It may end only outside the lock.
        withExtendedLifetime(before) {}
        forget()
    }

    /// Forgets the keys of devices that are no members.
    func forgetStrangers(_ standing: TrustCircle.Standing) throws(ProtectionError) {
        let known = Set(standing.membership.devices.map(\.id.description) + [HandoffDocument.own])
        let names = try documents.reading(.handoff) { files, folder in
            try files.names(in: folder).filter {
                $0.utf8.count == 32 && !known.contains($0)
            }
        }
        guard let names, !names.isEmpty else { return }
        try documents.changing(.handoff) { files, folder in
            for name in names { try HandoffDocument.remove(name, files, in: folder) }
        }
        forget()
    }
}
