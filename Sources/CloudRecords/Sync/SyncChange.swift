public import ProtectionModel

/// A change to a record that the service has not been told.
public enum PendingRecordChange: Sendable, Hashable {
    /// The record was made or changed here.
    case save(RecordID)
    /// The record was removed here.
    case remove(RecordID)

    /// The record that is meant.
    public var id: RecordID {
        switch self {
        case .save(let id), .remove(let id): id
        }
    }
}

/// A change to a database's zones that the service has not been told.
public enum PendingDatabaseChange: Sendable, Hashable {
    /// The zone was made here.
    case saveZone(RecordZoneID)
    /// The zone was removed here.
    case removeZone(RecordZoneID)

    /// The zone that is meant.
    public var id: RecordZoneID {
        switch self {
        case .saveZone(let id), .removeZone(let id): id
        }
    }
}

/// The next changes that are sent together.
public struct RecordBatch: Sendable, Hashable {
    /// Records that are to be saved.
    public var saved: [Record] = []
    /// Records that are to be removed.
    public var removed: [RecordID] = []
    /// Changes that there is nothing to save of: they are no longer pending.
    public var missing: [PendingRecordChange] = []
    /// Whether nothing is done in a zone where something fails.
    public var isAtomic = false

    /// A batch of what is given.
    public init(saving saved: [Record] = [], removing removed: [RecordID] = []) {
        self.saved = saved
        self.removed = removed
    }

    /// The first pending changes, as many as one request takes.
    ///
    /// - Parameters:
    ///   - context: what is to be sent.
    ///   - record: gives the record as it is here; nil for one that is not there any more.
    public init(
        _ context: SendContext,
        record: (RecordID) throws -> Record?
    ) rethrows {
        for change in context.pending {
            guard count < context.limit else { break }
            switch change {
            case .remove(let id): removed.append(id)
            case .save(let id):
                if let record = try record(id) {
                    saved.append(record)
                } else {
                    missing.append(change)
                }
            }
        }
    }

    /// How many operations the request has.
    public var count: Int { saved.count + removed.count }
}

/// What is to be sent.
public struct SendContext: Sendable, Hashable {
    /// Changes that are pending and can be sent now, the oldest first.
    public let pending: [PendingRecordChange]
    /// How many a request takes at most; what a batch has more is sent in others.
    public let limit: Int
}

/// What the app has of a record.
public struct KnownRecord: Sendable, Hashable {
    /// The name of its type.
    public let type: String
    /// The tag with which it was last fetched or saved.
    public let changeTag: String

    /// Says what the app has.
    public init(type: String, changeTag: String) {
        self.type = type
        self.changeTag = changeTag
    }
}

/// What happens while an engine synchronizes (`CKSyncEngine.Event`).
public enum SyncEvent: Sendable, Hashable {
    /// The engine's state, to be kept beside what the events before told: the next engine begins
    /// with it.
    case stateUpdate([UInt8])
    /// Another user is signed in, or nobody.
    case accountChange(AccountChange)
    /// Zones were made, changed or removed by others.
    ///
    /// Where a zone was removed its pending changes are dropped, and given here; but not where the
    /// keys were reset: the app makes such a zone anew, and saves what it has.
    case fetchedDatabaseChanges(DatabaseChange)
    /// Records were saved or removed by others, or by this device.
    case fetchedRecordChanges(RecordZoneID, changed: [Record], removed: [RemovedRecord])
    /// Zones were made or removed, or could not be.
    case sentDatabaseChanges(SentDatabaseChanges)
    /// Records were saved or removed, or could not be.
    case sentRecordChanges(SentRecordChanges)
    /// Changes are about to be fetched.
    case willFetch
    /// Changes were fetched, or some of them.
    case didFetch
    /// The changes of a zone are about to be fetched.
    case willFetchZone(RecordZoneID)
    /// The changes of a zone were fetched, or what hindered it.
    case didFetchZone(RecordZoneID, ProtectionError?)
    /// Changes are about to be sent.
    case willSend
    /// Changes were sent, or some of them.
    case didSend

    /// Who was signed in, and who is.
    public struct AccountChange: Sendable, Hashable {
        /// The user before; nil for nobody.
        public let previous: RecordID?
        /// The user now; nil for nobody.
        public let current: RecordID?
        /// Changes that were pending for the user before, and are no longer.
        public let dropped: [PendingRecordChange]
    }

    /// What became of a database's zones.
    public struct DatabaseChange: Sendable, Hashable {
        /// Those that were made or in which something changed.
        public let changed: [RecordZone]
        /// Those that are no longer there.
        public let removed: [RemovedZone]
        /// Changes that were pending in those, and are no longer.
        public let dropped: [PendingRecordChange]
    }

    /// What became of a batch of zones.
    public struct SentDatabaseChanges: Sendable, Hashable {
        /// Those that are there now.
        public var saved: [RecordZoneID] = []
        /// Those that are gone now.
        public var removed: [RecordZoneID] = []
        /// Those that could not be made or removed: no longer pending.
        public var failures: [Failure] = []

        /// What could not be done, and why.
        public struct Failure: Sendable, Hashable {
            /// What was tried.
            public let change: PendingDatabaseChange
            /// Why it failed.
            public let error: ProtectionError
        }
    }

    /// What became of a batch of records.
    public struct SentRecordChanges: Sendable, Hashable {
        /// The records as the service has them now: their tags are kept for the next save.
        public var saved: [Record] = []
        /// Those that are gone now.
        public var removed: [RecordID] = []
        /// Records that could not be saved: no longer pending.
        ///
        /// With `server-record-changed` the cause is a ``RecordConflict``: the app merges both, and
        /// says again that its record is to be saved.
        public var failedSaves: [FailedSave] = []
        /// Records that could not be removed: no longer pending.
        public var failedRemovals: [FailedRemoval] = []

        /// A record that could not be saved, and why.
        public struct FailedSave: Sendable, Hashable {
            /// The record.
            public let record: Record
            /// Why.
            public let error: ProtectionError
        }

        /// A record that could not be removed, and why.
        public struct FailedRemoval: Sendable, Hashable {
            /// Its name.
            public let id: RecordID
            /// Why.
            public let error: ProtectionError
        }

        var isEmpty: Bool {
            saved.isEmpty && removed.isEmpty && failedSaves.isEmpty && failedRemovals.isEmpty
        }
    }
}

/// The app's side of an engine (`CKSyncEngineDelegate`).
///
/// It is called by one thread at a time, and calls no method of the engine that synchronizes. What
/// it throws ends that: no token moves past what it did not take, so the same is told again.
public protocol SyncEngineDelegate: AnyObject, Sendable {
    /// Takes an event.
    ///
    /// - Throws: what keeps the app from taking it, as `protected-data-unavailable` while locked.
    func handle(_ event: SyncEvent, of engine: SyncEngine) throws
    /// Gives the next changes to be sent; nil for no more.
    ///
    /// - Throws: what keeps the app from reading its records: they stay pending.
    func nextBatch(_ context: SendContext, of engine: SyncEngine) throws -> RecordBatch?
    /// Gives the records of a zone that the app has and the service once had, by their names.
    ///
    /// Asked where a zone is fetched from its beginning, as when a token has expired: records that
    /// did not change are not told again, and those that are gone are told to be removed.
    func knownRecords(
        in zone: RecordZoneID,
        of engine: SyncEngine
    ) throws -> [String: KnownRecord]
}
