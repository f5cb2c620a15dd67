import CSQLite
import DeviceSimulation
import KeyManagement
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

/// What goes wrong at one call in the middle of a transaction: what SQLite said of it is true, at
/// once, for the next connection, and for the next process.
@Suite("SQLite: attacks on transactions")
struct TransactionAttackTests {
    /// What goes wrong.
    enum Attack: String, CaseIterable {
        /// The grace period ends, so that a lock is due, before a call to the disk.
        case dueLock
        /// The device locks before an operation of the store.
        case lock
        /// A call to the disk fails.
        case error
        /// From a call on the disk is full.
        case full
        /// A sync fails, and leaves or takes what it did not write.
        case failedSync, revertedSync
    }

    @Test(
        "a transaction is there exactly when SQLite said so",
        arguments: JournalMode.durable,
        Attack.allCases
    )
    func transaction(_ journal: JournalMode, _ attack: Attack) throws {
        let target = try Target(journal, in: .complete)
        try target.attackEveryCall(attack, step: isExhaustive ? 1 : 17)
    }

    @Test(
        "so it is where the folder's class is not the database's",
        arguments: [Attack.dueLock, .lock],
        [
            [ProtectionClass.complete, .completeUntilFirstUserAuthentication],
            [.completeUntilFirstUserAuthentication, .complete],
            [.completeUnlessOpen, .completeUnlessOpen],
        ]
    )
    func classes(_ attack: Attack, _ classes: [ProtectionClass]) throws {
        let target = try Target(.delete, in: classes[0])
        try target.scene.device.files.setProtection(classes[1], of: "/db/a.db")
        try target.attackEveryCall(attack, step: isExhaustive ? 1 : 17)
    }

    @Test("so it is where only one row changes", arguments: Attack.allCases)
    func small(_ attack: Attack) throws {
        let target = try Target(.delete, in: .complete)
        target.isSmall = true
        // After a sync that failed, the file cannot be cut either.
        target.failsCleanly = attack != .full
        try target.attackEveryCall(attack, step: isExhaustive ? 1 : 3)
    }

    @Test("so it is where the journal grows too large for memory", arguments: Attack.allCases)
    func large(_ attack: Attack) throws {
        var policy = LogPolicy()
        policy.transientByteCount = 20_000
        let target = try Target(.truncate, in: .complete, logPolicy: policy)
        try target.connection.run("PRAGMA journal_mode = delete")
        try target.attackEveryCall(attack, step: isExhaustive ? 1 : 17)
    }

    /// A database, and what should be in it.
    private final class Target {
        let faulty: FaultyDevice
        let scene: ServedScene
        private let journal: JournalMode
        /// Nil only while it is opened anew.
        private var open: Connection?
        private var expected: Set<Int> = []
        var isSmall = false
        /// What fails is not there.
        var failsCleanly = false

        init(
            _ journal: JournalMode,
            in folder: ProtectionClass,
            logPolicy: LogPolicy = LogPolicy()
        ) throws {
            faulty = try FaultyDevice(logPolicy: logPolicy)
            scene = try ServedScene(faulty.device)
            self.journal = journal
            open = try scene.makeDatabase(as: folder, journal)
            try connection.run("DELETE FROM rows; CREATE TABLE blobs (bytes BLOB)")
            try connection.run("PRAGMA cache_size = 5")
        }

        var connection: Connection {
            get throws { try #require(open) }
        }

        /// Attacks one call after the other, each in a transaction of its own.
        func attackEveryCall(_ attack: Attack, step: Int) throws {
            var failures = 0
            var index = 0
            while true {
                let (isMet, code) = try commit(index + 1, attack, at: index)
                failures += code == SQLITE_OK ? 0 : 1
                try check(
                    index + 1,
                    code,
                    "\(attack) at \(index), \(code), \(String(describing: scene.service.lastError))"
                )
                guard isMet else { break }
                index += step
            }
            #expect(index > 0)
            #expect(failures > 0 || attack == .lock || attack == .dueLock)
        }

        private func statements(_ number: Int) -> String {
            isSmall
                ? "INSERT INTO rows VALUES (\(number))"
                : """
                BEGIN; INSERT INTO rows VALUES (\(number)); DELETE FROM blobs;
                INSERT INTO blobs VALUES (randomblob(30000)); SAVEPOINT inner;
                INSERT INTO rows VALUES (-1); INSERT INTO blobs VALUES (randomblob(30000));
                ROLLBACK TO inner; COMMIT
                """
        }

        private func commit(
            _ number: Int,
            _ attack: Attack,
            at index: Int
        ) throws -> (isMet: Bool, code: Int32) {
            if attack == .dueLock { try scene.device.holder.lock(skippingGrace: false) }
            let trap = Trap(attack, index, scene.device)
            let observation = scene.device.observers.add(trap)
            var failed: Int32 = 0
            faulty.faults.install(trap.plan)
            failed = try code { try connection.run(statements(number)) }
            observation.cancel()
            _ = try? connection.run("ROLLBACK")
            faulty.faults.install(FaultPlan())
            try scene.device.unlock()
            return (trap.isMet, failed)
        }

        private func check(_ number: Int, _ code: Int32, _ what: String) throws {
            #expect(
                [SQLITE_OK, SQLITE_IOERR, SQLITE_FULL, SQLITE_AUTH, SQLITE_CANTOPEN].contains(code)
            )
            if code == SQLITE_OK { expected.insert(number) }
            var found = (try? rows(connection)) ?? []
            if found.isEmpty {
                // After a sync that failed a file must be opened anew.
                open = nil
                open = try scene.open("/db/a.db")
                try connection.run("PRAGMA synchronous = FULL; PRAGMA cache_size = 5")
                found = try rows(connection)
            }
            // What fails may be there all the same: SQLite cuts the file when all is done.
            if found.contains(number) {
                #expect(code == SQLITE_OK || !failsCleanly, "\(what)")
                expected.insert(number)
            }
            #expect(found == expected.union([0]), "\(what)")
            for choice in [PowerLossChoice.keepAll, .dropAll] {
                let device = try RestartedDevice(on: scene.device.memoryFileSystem.crash(choice))
                try device.unlock()
                let service = try ServedScene.at(device.files)
                defer { service.end() }
                let next = try Connection(service.root + "/db/a.db")
                let left = try rows(next)
                // A journal that was on the disk may be there again, or have gone.
                guard code == SQLITE_OK || journal == .delete else {
                    #expect(
                        left.symmetricDifference(expected).isSubset(of: [0, number]),
                        "\(what)"
                    )
                    continue
                }
                #expect(left == expected.union([0]), "\(what), \(choice)")
            }
        }

        private func rows(_ connection: Connection) throws -> Set<Int> {
            #expect(try connection.value("PRAGMA integrity_check") == "ok")
            let rows = try connection.rows("SELECT number FROM rows").compactMap { Int($0[0]) }
            return Set(rows + [0])
        }
    }

    /// Springs at one call.
    private final class Trap: OperationObserver {
        private struct State {
            var count = 0
            var isMet = false
            var isSpringing = false
        }

        private let attack: Attack
        private let index: Int
        private let device: SimulatedDevice
        private let state = Mutex(State())

        init(_ attack: Attack, _ index: Int, _ device: SimulatedDevice) {
            self.attack = attack
            self.index = index
            self.device = device
        }

        var isMet: Bool { state.withLock { $0.isMet } }

        private func isIt(_ kind: Bool) -> Bool {
            guard kind else { return false }
            return state.withLock { state in
                defer { state.count += 1 }
                guard state.count == index, !state.isSpringing else { return false }
                state.isMet = true
                state.isSpringing = true
                return true
            }
        }

        func willPerform(_ operation: ProtectedStore.FileOperation) {
            guard isIt(attack == .lock) else { return }
            try? device.lock()
            state.withLock { $0.isSpringing = false }
        }

        func didPerform(
            _ operation: ProtectedStore.FileOperation,
            _ failure: ProtectionError?
        ) {}

        var plan: FaultPlan {
            let place = FaultPlan.Place.nth(index, .synchronize)
            return switch attack {
            case .lock: FaultPlan()
            case .dueLock:
                FaultPlan { [self] _, _ in
                    if isIt(true) { device.clock.advance(by: .seconds(11)) }
                }
            case .error: FaultPlan([.call(index): .diskError], before: note(nil))
            case .full:
                FaultPlan(
                    Dictionary(
                        uniqueKeysWithValues: (index..<index + 30).map { (.call($0), .diskFull) }
                    ),
                    before: note(nil)
                )
            case .failedSync: FaultPlan([place: .failedSync(.kept)], before: note(.synchronize))
            case .revertedSync:
                FaultPlan([place: .failedSync(.reverted)], before: note(.synchronize))
            }
        }

        private func note(_ sort: SystemCall?) -> @Sendable (Int, SystemCall) -> Void {
            { [self] _, call in _ = isIt(sort == nil || call == sort) }
        }
    }
}
