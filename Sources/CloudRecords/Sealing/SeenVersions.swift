import ProtectionModel
import Synchronization

/// What a device remembers of what it has seen, so that a service that shows something older is
/// found out; kept in memory, or in a sealed document.
///
/// What the service withholds nobody can know: a device that never saw the newest version takes an
/// older one for it. And the service says which version is newer: one that shows an old value as a
/// new version of the same field of the same record is not found out either.
package protocol SeenVersions: Sendable {
    /// What was seen of a record.
    func record(_ name: String, in zone: SealedZone) throws -> SeenRecord?
    /// Remembers what was seen of a record.
    func note(_ record: SeenRecord, named name: String, in zone: SealedZone) throws
    /// What was seen of a zone's keys.
    func keys(of zone: SealedZone) throws -> SeenKeys?
    /// Remembers what was seen of a zone's keys.
    func note(_ keys: SeenKeys, of zone: SealedZone) throws
    /// Forgets a zone: what a user wants who has restored a backup of the service.
    func forget(_ zone: SealedZone) throws
}

/// The newest version of a record that a device has seen.
package struct SeenRecord: Sendable, Hashable {
    /// The version.
    package var version: RecordVersion
    /// Those of zones that were made anew or restored since.
    package var earlier: Set<UInt64> = []
    /// BLAKE2b-128 of the encrypted values of that version that were seen.
    package var digests: [String: [UInt8]] = [:]
    /// When it was seen, counted within the process; need not be kept longer.
    package var order: UInt64 = 0

    /// Describes what was seen.
    package init(_ version: RecordVersion) { self.version = version }
}

/// What a change tag says of a record's version.
package struct RecordVersion: Sendable, Hashable {
    /// The zone's incarnation when it was saved.
    package let incarnation: UInt64
    /// The zone's serial when it was saved.
    package let serial: Int64

    /// Describes a version.
    package init(incarnation: UInt64, serial: Int64) {
        self.incarnation = incarnation
        self.serial = serial
    }

    /// Reads ``ZoneState/tag``; nil for one of another kind, of which nothing is remembered.
    init?(tag: String) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let incarnation = UInt64(parts[0], radix: 36),
            let serial = Int64(parts[1], radix: 36)
        else { return nil }
        self.init(incarnation: incarnation, serial: serial)
    }
}

/// The newest list of a zone's keys that a device has seen.
package struct SeenKeys: Sendable, Hashable {
    /// The life of the zone that it is of.
    package var life: [UInt8]
    /// Lives of zones of that name that have ended.
    package var earlier: Set<[UInt8]> = []
    /// The revision of the list.
    package var revision: UInt64
    /// BLAKE2b-256 of the list.
    package var digest: [UInt8]

    /// Describes what was seen.
    package init(life: [UInt8], revision: UInt64, digest: [UInt8]) {
        self.life = life
        self.revision = revision
        self.digest = digest
    }
}

/// Remembers in memory, as long as the process lives.
package final class MemorySeenVersions: SeenVersions {
    private struct State {
        var records: [SealedZone: [String: SeenRecord]] = [:]
        var keys: [SealedZone: SeenKeys] = [:]
    }

    private let state = Mutex(State())

    /// Nothing was seen yet.
    package init() {}

    package func record(_ name: String, in zone: SealedZone) -> SeenRecord? {
        state.withLock { $0.records[zone]?[name] }
    }

    package func note(_ record: SeenRecord, named name: String, in zone: SealedZone) {
        state.withLock { $0.records[zone, default: [:]][name] = record }
    }

    package func keys(of zone: SealedZone) -> SeenKeys? { state.withLock { $0.keys[zone] } }

    package func note(_ keys: SeenKeys, of zone: SealedZone) {
        state.withLock { $0.keys[zone] = keys }
    }

    package func forget(_ zone: SealedZone) {
        state.withLock {
            $0.records[zone] = nil
            $0.keys[zone] = nil
        }
    }
}

extension ProtectionError {
    /// Something that the service had in a newer version already.
    static func olderThanSeen(_ what: String) -> ProtectionError {
        ProtectionError(
            .authenticationFailure,
            "\(what) is older than what this device has seen of it"
        )
    }
}
