public import ProtectionModel
package import SodiumCrypto
import Synchronization

/// Keeps an app's records and those of a private or shared database alike (after Apple's
/// `CKSyncEngine`): it knows what is to be sent and from where to fetch, and tries again.
///
/// ```swift
/// let engine = try SyncEngine(container.database(.private), state: kept, delegate: app)
/// try engine.add(.save(note.id))
/// try engine.sendChanges()
/// try engine.fetchChanges()
/// ```
///
/// The app keeps its records, gives those that are to be sent, and takes ``SyncEvent``. It also
/// keeps the engine's state, which has names and tokens and no values, where it keeps its records:
/// a state that is older than those costs a repetition, and one that is newer loses changes.
///
/// Nothing runs by itself: ``advance()`` does what is due by the device's clock, as after an unlock,
/// a push or a wait. Errors that pass — no network, a busy zone or service, too many requests,
/// nobody signed in — leave changes pending; a time that the service told is waited for. A request
/// whose answer was lost is not repeated: the engine first asks what was done of it, so that a
/// removal never hits what others made since.
public final class SyncEngine: Sendable {
    /// What is between its calls.
    struct Condition {
        var state: SyncState
        /// Whether it synchronizes, or tells the app something.
        var isRunning = false
        /// Whether the app has not been given the state as it is.
        var isChanged = false
        /// Whether a push told of changes, or nothing was fetched yet.
        var wantsFetch = true
        /// Until when the service wants no request.
        var closedUntil: Duration?
        /// When it is worth trying again.
        var nextAttempt: Duration = .zero
        /// How often in a row it failed for a reason that passes.
        var failureCount = 0
        /// How many operations the service takes in a request.
        var batchLimit = RecordLimits().operationCount
        /// The database as the user sees it for whom it synchronizes.
        var cloud: RecordDatabase?
    }

    /// The longest wait between two attempts that no service asked for.
    private static let longestWait = 300

    /// What is synchronized.
    public let database: RecordDatabase
    let random: any RandomSource
    private weak let delegate: (any SyncEngineDelegate)?
    private let condition: Mutex<Condition>

    /// An engine that goes on where another ended.
    ///
    /// - Parameters:
    ///   - database: a private or shared database.
    ///   - bytes: what the last ``SyncEvent/stateUpdate(_:)`` gave; nil for a new engine.
    ///   - delegate: the app, which the engine does not keep alive.
    /// - Throws: ``ProtectionError`` with `invalid-argument` for the public database and for bytes
    ///   that are no state.
    public convenience init(
        _ database: RecordDatabase,
        state bytes: [UInt8]? = nil,
        delegate: any SyncEngineDelegate
    ) throws(ProtectionError) {
        try self.init(database, state: bytes, delegate: delegate, random: SystemRandomSource())
    }

    /// The same with names of requests from a source of one's own.
    ///
    /// - Throws: as ``init(_:state:delegate:)``.
    package init(
        _ database: RecordDatabase,
        state bytes: [UInt8]?,
        delegate: any SyncEngineDelegate,
        random: any RandomSource
    ) throws(ProtectionError) {
        guard database.scope != .public else {
            throw ProtectionError(.invalidArgument, "the public database is not synchronized")
        }
        var state = SyncState()
        if let bytes {
            guard let known = SyncState(bytes) else {
                throw ProtectionError(
                    .invalidArgument,
                    "the state of the engine cannot be read: begin without one"
                )
            }
            state = known
        }
        self.database = database
        self.delegate = delegate
        self.random = random
        condition = Mutex(Condition(state: state))
    }

    // MARK: Changes

    /// Changes to records that the service has not been told, the oldest first.
    public var pendingRecordChanges: [PendingRecordChange] { read { $0.pendingRecordChanges } }

    /// Changes to zones that the service has not been told, the oldest first.
    public var pendingDatabaseChanges: [PendingDatabaseChange] {
        read { $0.pendingDatabaseChanges }
    }

    /// Notes changes to records that are to be sent; of a save and a removal the later one counts.
    ///
    /// - Throws: ``ProtectionError`` when the app cannot keep the state: nothing is noted then. While
    ///   the engine synchronizes, the state is kept with what that tells.
    public func add(_ changes: PendingRecordChange...) throws(ProtectionError) {
        try add(changes)
    }

    /// As ``add(_:)-(PendingRecordChange...)``.
    public func add(_ changes: [PendingRecordChange]) throws(ProtectionError) {
        try change { state in for change in changes { state.add(change) } }
    }

    /// Notes changes to zones that are to be sent.
    ///
    /// - Throws: as for changes to records.
    public func add(_ changes: PendingDatabaseChange...) throws(ProtectionError) {
        try change { state in for change in changes { state.add(change) } }
    }

    /// Forgets changes to records that are not to be sent.
    ///
    /// - Throws: as ``add(_:)-(PendingRecordChange...)``.
    public func remove(_ changes: PendingRecordChange...) throws(ProtectionError) {
        try change { state in
            let pending = Set(state.pendingRecordChanges)
            for change in changes where pending.contains(change) {
                state.recordChanges[change.id] = nil
            }
        }
    }

    /// Forgets changes to zones that are not to be sent.
    ///
    /// - Throws: as ``add(_:)-(PendingRecordChange...)``.
    public func remove(_ changes: PendingDatabaseChange...) throws(ProtectionError) {
        try change { state in
            let pending = Set(state.pendingDatabaseChanges)
            for change in changes where pending.contains(change) {
                state.databaseChanges[change.id] = nil
            }
        }
    }

    private func change(_ body: (inout SyncState) -> Void) throws(ProtectionError) {
        let before = condition.withLock { condition -> SyncState? in
            let before = condition.state
            body(&condition.state)
            condition.isChanged = true
            if condition.isRunning { return nil }
            condition.isRunning = true
            return before
        }
        guard let before else { return }
        defer { condition.withLock { $0.isRunning = false } }
        do throws(ProtectionError) {
            try answer { try self.keepChanges() }
        } catch {
            condition.withLock { $0.state = before }
            throw error
        }
    }

    // MARK: Synchronizing

    /// Sends what is pending: zones first, then records, batch by batch.
    ///
    /// - Throws: ``ProtectionError`` with what hindered it: what was not sent is pending. `busy` when
    ///   the engine synchronizes already.
    public func sendChanges() throws(ProtectionError) { try run { try self.send() } }

    /// Fetches what others changed.
    ///
    /// - Throws: as ``sendChanges()``: what was not taken is told again.
    public func fetchChanges() throws(ProtectionError) { try run { try self.fetch() } }

    /// Does what is due: fetches if a push came, or nothing was fetched yet, and sends what is
    /// pending; nothing while the service wants to be left alone.
    ///
    /// - Throws: as ``sendChanges()``.
    public func advance() throws(ProtectionError) {
        guard let due = nextDue, due <= now else { return }
        if condition.withLock({ $0.wantsFetch }) { try fetchChanges() }
        if read({ $0.hasPending }) { try sendChanges() }
    }

    /// When there is something to do, by the device's clock; nil for nothing.
    public var nextDue: Duration? {
        condition.withLock { condition in
            guard condition.wantsFetch || condition.state.hasPending else { return nil }
            return max(condition.nextAttempt, condition.closedUntil ?? .zero)
        }
    }

    /// Notes that a push told of changes; those of other containers and databases are no concern.
    public func note(_ notification: RecordNotification) {
        guard notification.container == database.container.key.identifier,
            notification.scope == database.scope
        else { return }
        condition.withLock { $0.wantsFetch = true }
    }

    private var now: Duration { database.container.service.clock.now() }

    private func run(_ body: () throws -> Void) throws(ProtectionError) {
        let now = now
        let wait = try condition.withLock { condition throws(ProtectionError) -> Duration? in
            guard !condition.isRunning else {
                throw ProtectionError(.busy, "the engine synchronizes already")
            }
            if let closed = condition.closedUntil, now < closed { return closed - now }
            condition.isRunning = true
            return nil
        }
        if let wait {
            throw ProtectionError(
                .rateLimited,
                "the service wants no request yet",
                cause: RetryDelay(wait)
            )
        }
        defer { condition.withLock { $0.isRunning = false } }
        do throws(ProtectionError) {
            try answer {
                let cloud = RecordDatabase(
                    container: self.database.container.pinned(to: try self.checkAccount()),
                    scope: self.database.scope
                )
                self.condition.withLock { $0.cloud = cloud }
                try body()
                try self.keepChanges()
            }
            condition.withLock {
                $0.failureCount = 0
                $0.nextAttempt = .zero
                $0.closedUntil = nil
            }
        } catch {
            note(error)
            try? keepChanges()
            throw error
        }
    }

    private func note(_ error: ProtectionError) {
        guard error.isOfTheMoment else { return }
        let now = now
        condition.withLock { condition in
            let wait = min(1 << min(condition.failureCount, 9), Self.longestWait)
            condition.failureCount += 1
            condition.closedUntil = error.retryAfter.map { now + $0 }
            condition.nextAttempt = now + (error.retryAfter ?? .seconds(wait))
        }
    }

    // MARK: Parts

    func read<Result: Sendable>(_ body: (SyncState) -> Result) -> Result {
        condition.withLock { body($0.state) }
    }

    /// Changes the state; the app gets it with ``keepState()``.
    func update(_ body: (inout SyncState) -> Void) {
        condition.withLock {
            body(&$0.state)
            $0.isChanged = true
        }
    }

    func didFetch() { condition.withLock { $0.wantsFetch = false } }

    var batchLimit: Int {
        get { condition.withLock { $0.batchLimit } }
        set { condition.withLock { $0.batchLimit = newValue } }
    }

    /// The database of the user for whom it synchronizes, whoever signs in meanwhile.
    var cloud: RecordDatabase { condition.withLock { $0.cloud } ?? database }

    func app() throws(ProtectionError) -> any SyncEngineDelegate {
        guard let delegate else {
            throw ProtectionError(.handleClosed, "the app of the engine is gone")
        }
        return delegate
    }

    func tell(_ event: SyncEvent) throws { try app().handle(event, of: self) }

    private func keepChanges() throws {
        while condition.withLock({ $0.isChanged }) { try keepState() }
    }

    /// Gives the app the state to be kept.
    func keepState() throws {
        let bytes = condition.withLock { condition in
            condition.isChanged = false
            return condition.state.bytes
        }
        do { try tell(.stateUpdate(bytes)) } catch {
            condition.withLock { $0.isChanged = true }
            throw error
        }
    }
}

extension SyncState {
    var hasPending: Bool { !recordChanges.isEmpty || !databaseChanges.isEmpty }
}

extension ProtectionError {
    /// Whether the same may be done a little later (`CKSyncEngine`, "Error Handling").
    var isOfTheMoment: Bool {
        switch code.kind {
        case .networkUnavailable, .serviceUnavailable, .rateLimited, .zoneBusy: true
        default: false
        }
    }
}
