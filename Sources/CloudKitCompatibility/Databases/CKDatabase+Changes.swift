import CloudRecords
import Foundation

/// Which zones changed.
extension CKDatabase {
    /// What changed in a database.
    public enum DatabaseChange {
        /// A zone that was made, or in which something changed.
        public struct Modification: Sendable {
            /// Its name.
            public let zoneID: CKRecordZone.ID
        }

        /// A zone that is no longer there.
        public struct Deletion: Sendable {
            /// Why.
            public enum Reason: Sendable {
                /// The app removed it.
                case deleted
                /// The user removed the app's data.
                case purged
                /// The user's keys were reset.
                case encryptedDataReset
            }

            /// Its name.
            public let zoneID: CKRecordZone.ID
            /// Why.
            public let reason: Reason
        }
    }

    /// A page of the zones that changed.
    public typealias DatabaseChanges = (
        modifications: [DatabaseChange.Modification],
        deletions: [DatabaseChange.Deletion],
        changeToken: CKServerChangeToken,
        moreComing: Bool
    )

    /// The zones that changed since a token was given; all for nil.
    ///
    /// A page has as many zones as the service gives, whatever `resultsLimit` is.
    public func databaseChanges(
        since token: CKServerChangeToken?,
        resultsLimit: Int? = nil
    ) async throws -> DatabaseChanges { try changedZones(since: token) }

    func changedZones(since token: CKServerChangeToken?) throws -> DatabaseChanges {
        let page = try ask { try $0.changedZones(since: token?.token) }
        return (
            page.changed.map { DatabaseChange.Modification(zoneID: CKRecordZone.ID($0.id)) },
            page.removed.map {
                DatabaseChange.Deletion(zoneID: CKRecordZone.ID($0.id), reason: .init($0.reason))
            },
            CKServerChangeToken(page.token),
            page.hasMore
        )
    }
}

extension CKDatabase.DatabaseChange.Deletion.Reason {
    fileprivate init(_ reason: RemovedZone.Reason) {
        self =
            switch reason {
            case .removed: .deleted
            case .purged: .purged
            case .encryptedDataReset: .encryptedDataReset
            }
    }
}
