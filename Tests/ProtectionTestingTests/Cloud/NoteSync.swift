import CloudRecords
import ProtectionTesting
import Synchronization

/// An app that has notes on a device and in the cloud, with the mistakes of the field.
final class NoteSync: Sendable {
    enum Mistake: Sendable, CaseIterable {
        /// What is to be saved is forgotten before the cloud has answered.
        case forgetsTooEarly
        /// Each try has another name for the record.
        case namesAnew
        /// A busy cloud is asked again at once.
        case asksAtOnce
        /// What became of single records is not looked at.
        case ignoresOutcomes
        /// A token that is too old is kept.
        case keepsExpiredToken
        /// Whatever another device has saved is overwritten.
        case overwrites
        /// What others must not read is in a plain field.
        case tellsSecrets
    }

    private struct State {
        var pending: [String: Record] = [:]
        var notes: [String: Record] = [:]
        var token: ChangeToken?
        var hasZone = false
    }

    static let zone = RecordZoneID("notes")
    private let database: RecordDatabase
    private let clock: DeviceTestClock
    private let mistake: Mistake?
    private let state = Mutex(State())

    init(_ cloud: TestCloud, on device: TestDevice? = nil, mistake: Mistake? = nil) throws {
        let device = device ?? cloud.device
        database = try cloud.client(on: device).database(.private)
        clock = device.clock
        self.mistake = mistake
    }

    func add(_ name: String, _ text: String) {
        var record = Record("Note", RecordID(name, in: Self.zone))
        record["text"] = .string(text)
        if mistake == .tellsSecrets { record["pin"] = .string("4711-secret") }
        state.withLock { $0.pending[name] = record }
    }

    func edit(_ name: String, _ text: String) {
        state.withLock { state in
            guard var record = state.notes[name] else { return }
            record["text"] = .string(text)
            state.pending[name] = record
        }
    }

    var texts: [String: String] {
        state.withLock { state in
            state.notes.compactMapValues { record in
                if case .string(let text)? = record["text"] { text } else { nil }
            }
        }
    }

    func sync() async throws {
        if !state.withLock(\.hasZone) {
            try await patiently { try self.database.makeZone(Self.zone) }
            state.withLock { $0.hasZone = true }
        }
        try await push()
        try await pull()
    }

    private func push() async throws {
        for _ in 0..<5 {
            let pending = state.withLock { state in
                defer { if mistake == .forgetsTooEarly { state.pending = [:] } }
                return state.pending.values.sorted { $0.id.name < $1.id.name }
            }
            if pending.isEmpty { return }
            let records = mistake == .namesAnew ? pending.map(\.anew) : pending
            let policy: SavePolicy = mistake == .overwrites ? .allKeys : .ifUnchanged
            let outcomes = try await patiently {
                try self.database.change(saving: records, policy: policy, isAtomic: false)
            }
            for (record, outcome) in zip(pending, outcomes) { take(outcome, of: record) }
            if let failure = outcomes.compactMap(\.failure)
                .first(where: { $0.code != .serverRecordChanged }), mistake != .ignoresOutcomes
            {
                throw failure
            }
        }
    }

    private func take(_ outcome: RecordOutcome, of record: Record) {
        let name = record.id.name
        state.withLock { state in
            if let saved = outcome.record {
                state.pending[name] = nil
                state.notes[saved.id.name] = saved
            } else if let conflict = outcome.failure?.cause as? RecordConflict {
                var merged = conflict.server
                merged["text"] = record["text"]
                state.pending[name] = merged
            } else if mistake == .ignoresOutcomes {
                state.pending[name] = nil
            }
        }
    }

    private func pull() async throws {
        var hasMore = true
        while hasMore {
            let token = state.withLock { $0.token }
            do {
                let page = try await patiently {
                    try self.database.changes(in: Self.zone, since: token)
                }
                state.withLock { state in
                    for record in page.changed { state.notes[record.id.name] = record }
                    for record in page.removed { state.notes[record.id.name] = nil }
                    state.token = page.token
                }
                hasMore = page.hasMore
            } catch let error as ProtectionError
                where error.code == .changeTokenExpired && mistake != .keepsExpiredToken
            {
                state.withLock { $0.token = nil }
            }
        }
    }

    /// Asks again when a busy cloud may be asked again.
    private func patiently<Answer>(_ body: () throws -> Answer) async throws -> Answer {
        for _ in 0..<3 {
            do { return try body() } catch let error as ProtectionError {
                guard let wait = error.retryAfter else { throw error }
                if mistake != .asksAtOnce { try await clock.sleep(for: wait) }
            }
        }
        return try body()
    }
}

extension Record {
    /// The same under another name.
    fileprivate var anew: Record {
        var record = Record(type, RecordID("\(id.name)-\(Int.random(in: 0 ..< .max))", in: id.zone))
        for (key, value) in fields { record[key] = value }
        return record
    }
}
