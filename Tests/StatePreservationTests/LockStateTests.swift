import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import StatePreservation
import Testing
import TestSupport

@Suite("Saved state and the lock")
struct LockStateTests {
    /// What can be done with an archive of a class in a situation.
    struct Row: Sendable, CustomTestStringConvertible {
        let situation: Situation
        let protection: ProtectionClass
        let restores: Bool
        let saves: Bool

        var testDescription: String { "\(protection.name), \(situation.rawValue)" }

        init(_ situation: Situation, _ protection: ProtectionClass, _ can: String) {
            self.situation = situation
            self.protection = protection
            restores = can.contains("r")
            saves = can.contains("s")
        }
    }

    static let rows = [
        Row(.beforeFirstUnlock, .completeUntilFirstUserAuthentication, "-"),
        Row(.locked, .completeUntilFirstUserAuthentication, "rs"),
        Row(.unlocked, .completeUntilFirstUserAuthentication, "rs"),
        Row(.noPasscode, .completeUntilFirstUserAuthentication, "rs"),
        Row(.beforeFirstUnlock, .complete, "-"),
        Row(.locked, .complete, "-"),
        Row(.grace, .complete, "rs"),
        Row(.unlocked, .complete, "rs"),
        Row(.noPasscode, .complete, "rs"),
        Row(.beforeFirstUnlock, .completeUnlessOpen, "s"),
        Row(.locked, .completeUnlessOpen, "s"),
        Row(.unlocked, .completeUnlessOpen, "rs"),
        Row(.beforeFirstUnlock, .completeWhenUserInactive, "-"),
        Row(.locked, .completeWhenUserInactive, "rs"),
        Row(.userInactive, .completeWhenUserInactive, "-"),
        Row(.beforeFirstUnlock, .none, "rs"),
        Row(.locked, .none, "rs"),
    ]

    @Test(
        "what is unreadable now is unavailable, is not touched, and restores after the unlock",
        arguments: rows
    )
    func restoring(_ row: Row) throws {
        let bench = try ArchiveBench(row.situation.device(), as: row.protection)
        try bench.save()
        try row.situation.enter(bench.device)
        let before = try bench.sealedFiles()
        if row.restores {
            #expect(try bench.restore() == "restoring")
            #expect(try bench.hasMarker)
            return try bench.archive.completeRestoration()
        }
        for _ in 0..<3 {
            let outcome = try bench.archive.restore { _ in
                Issue.record("asked about what nobody has read")
                return true
            }
            #expect(outcome.word == "unavailable")
            #expect(outcome.error?.code == .protectedDataUnavailable)
            #expect(try bench.sealedFiles() == before)
        }
        try row.situation.leave(bench.device)
        #expect(try bench.restore() == "restoring")
    }

    @Test(
        "the mark of a crashed restoration is not touched either, and counts after the unlock",
        arguments: rows.filter { !$0.restores }
    )
    func markedAndLocked(_ row: Row) throws {
        let bench = try ArchiveBench(row.situation.device(), as: row.protection)
        try bench.save()
        #expect(try bench.restore() == "restoring")
        try row.situation.enter(bench.device)
        let before = try bench.sealedFiles()
        #expect(try bench.restore() == "unavailable")
        #expect(try bench.sealedFiles() == before)
        #expect(try bench.hasArchive && bench.hasMarker)
        try row.situation.leave(bench.device)
        #expect(try bench.restore() == "discarded")
    }

    @Test(
        "a save without its class fails, keeps the old archive, and never takes another class",
        arguments: rows
    )
    func saving(_ row: Row) throws {
        let bench = try ArchiveBench(row.situation.device(), as: row.protection)
        try bench.save(selection: 1)
        try row.situation.enter(bench.device)
        let before = try bench.sealedFiles()
        let error = refused { try bench.save(selection: 2) }
        if row.saves {
            #expect(error == nil)
        } else {
            #expect(error?.code == .protectedDataUnavailable)
            #expect(try bench.sealedFiles() == before)
        }
        try row.situation.leave(bench.device)
        let metadata = try bench.device.files.metadata(of: ArchiveBench.path)
        #expect(metadata.protection == row.protection)
        let state = try #require(try bench.archive.restore { _ in true }.state)
        let list = state.node(at: ["main", "list"])
        #expect(try list?.decode(Int.self, forKey: "selection") == (row.saves ? 2 : 1))
    }

    @Test("where there is no archive it is missing, never unavailable", arguments: rows)
    func missing(_ row: Row) throws {
        let bench = try ArchiveBench(row.situation.device(), as: row.protection)
        try row.situation.enter(bench.device)
        #expect(try bench.restore() == "missing")
        #expect(try bench.names().isEmpty)
    }

    @Test(
        "the user's quit discards, and a restoration is completed, in every lock state",
        arguments: Situation.allCases
    )
    func everyState(_ situation: Situation) throws {
        let bench = try ArchiveBench(situation.device(), as: .complete)
        try bench.save()
        #expect(try bench.restore() == "restoring")
        try situation.enter(bench.device)
        try bench.archive.completeRestoration()
        #expect(try bench.names() == ["state"])
        try bench.archive.userDidQuit()
        #expect(try bench.names().isEmpty)
    }

    @Test(
        "a damaged archive is damaged while the device is unlocked, and unavailable while it is locked"
    )
    func damagedAndLocked() throws {
        let bench = try ArchiveBench(as: .complete)
        try bench.device.files.write(Array("{".utf8), to: ArchiveBench.path, as: .complete)
        #expect(try bench.restore() == "damaged")
        try bench.device.lock()
        #expect(try bench.restore() == "unavailable")
        try bench.device.unlock()
        #expect(try bench.restore() == "damaged")
    }

    @Test("of a device that was switched off nothing is said but that it is off")
    func off() throws {
        let bench = try ArchiveBench()
        try bench.save()
        try bench.device.holder.shutDown()
        let calls: [() throws -> Void] = [
            { _ = try bench.restore() }, { try bench.save() }, { try bench.archive.userDidQuit() },
        ]
        for call in calls {
            let error = refused(call)
            #expect(error?.code == .deviceOff)
        }
    }
}
