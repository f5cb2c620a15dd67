import CloudRecords
import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import RecordStorage
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("records on a device", .timeLimit(.minutes(10)))
struct SQLiteEngineTests {
    /// A batch that saves, changes and removes.
    private func doBatch(_ database: RecordDatabase) throws {
        var known = try database.record(.note("a"))
        known["title"] = .string("changed")
        let new = (0..<6).map { Record.note("n\($0)", title: String(repeating: "x", count: 700)) }
        try database.change(saving: [known] + new, removing: [.note("b")], token: [1]).check()
    }

    /// What a device has after a start.
    private func records(on disk: InMemoryFileSystem) throws -> String {
        let device = try RestartedDevice(on: disk)
        try device.unlock()
        let trial = try CloudTrial(over: SQLiteRecordEngine { device.files })
        let changes = try trial.notes().changes(in: .notes)
        let names = changes.changed.map { "\($0.id.name)\($0["title"] == .string("changed"))" }
        // What was half done would show here.
        try trial.notes().save(.note("later"))
        return names.sorted().joined(separator: " ")
    }

    @Test("R-26: after a power loss at any write of a batch all of it is there, or nothing")
    func powerLoss() throws {
        let faulty = try FaultyDevice()
        let scene = try SQLiteScene(faulty.device)
        let database = try CloudTrial(engine: scene).notes()
        try database.change(saving: [.note("a"), .note("b")]).check()
        let before = "afalse bfalse"
        let after = "atrue n0false n1false n2false n3false n4false n5false"
        let moments = try faulty.snapshots { try doBatch(database) }
        var outcomes: [String] = []
        // The last ones are those of the commit.
        let step = isExhaustive ? 1 : max(1, moments.count / 6)
        for (index, moment) in moments.enumerated()
        where index % step == 0 || index > moments.count - 5 {
            let limit = isExhaustive ? 8 : 2
            for choice in moment.enumerateCrashStates(limit: limit, seed: UInt64(index)) {
                let outcome = try records(on: moment.crash(choice))
                #expect([before, after].contains(outcome), "\(index) \(choice)")
                // What was acknowledged is there.
                if index == moments.count - 1 { #expect(outcome == after, "\(choice)") }
                outcomes.append(outcome)
            }
        }
        // Both were seen, or nothing was tried.
        #expect(Set(outcomes).count == 2)
    }

    @Test("records come and go while the device is locked; before its first unlock it says so")
    func locks() throws {
        let scene = try SQLiteScene()
        let database = try CloudTrial(engine: scene).notes()
        try scene.device.lock()
        try database.save(.note("a"))
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        try scene.device.holder.reboot()
        let locked = ErrorCode.protectedDataUnavailable
        #expect(refusal { try database.record(.note("a")) } == locked)
        #expect(refusal { try database.save(.note("b")) } == locked)
        #expect(refusal { try CloudTrial(engine: scene).notes() } == locked)
        try scene.device.unlock()
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        #expect(refusal { try database.record(.note("b")) } == .notFound)
        let folder = SQLiteRecordEngine.standardFolder
        for name in try scene.device.files.names(in: folder) {
            let metadata = try scene.device.files.metadata(of: folder.appending(name))
            #expect(metadata.protection == .completeUntilFirstUserAuthentication)
        }
    }

    @Test("a container that nobody has seen cannot be made before the first unlock either")
    func locked() throws {
        let scene = try SQLiteScene(.make(isUnlocked: false))
        #expect(refusal { try CloudTrial(engine: scene).notes() } == .protectedDataUnavailable)
        try scene.device.unlock()
        try CloudTrial(engine: scene).notes().save(.note("a"))
    }

    @Test("a database that was changed is damaged, and never locked or empty")
    func damaged() throws {
        let scene = try SQLiteScene()
        let trial = try CloudTrial(engine: scene)
        let host = scene.device.host
        let database = try trial.notes()
        try database.save(.note("a"))
        let folder = try host.onlyEntry()
        let path = try host.onlyEntry(folder)
        let other = try trial.container(of: .ada, CloudTrial.shop).database(.private)
        try other.makeZone(.notes)
        scene.storage.close()
        // Wherever the records are in it.
        for bit in stride(from: 32_768, to: try host.bytes(path).count * 8, by: 8_192) {
            try host.flip(bit: bit, of: path)
        }
        try lookDamaged(database, other)
    }

    private func lookDamaged(_ database: RecordDatabase, _ other: RecordDatabase) throws {
        #expect(refusal { try database.record(.note("a")) } == .authenticationFailure)
        #expect(refusal { try database.save(.note("b")) } == .authenticationFailure)
        #expect(try other.zones().count == 2)
    }

    @Test("a file that holds other bytes is damaged")
    func noDatabase() throws {
        let scene = try SQLiteScene()
        let files = scene.device.files
        try files.makeDirectory(
            SQLiteRecordEngine.standardFolder,
            as: .completeUntilFirstUserAuthentication
        )
        try files.write(
            [UInt8](repeating: 7, count: 10_000),
            to: scene.storage.path(of: CloudTrial.notes)
        )
        #expect(refusal { try CloudTrial(engine: scene).notes() } == .authenticationFailure)
    }

    @Test("another process is told that the container is in use, and gets it when it is closed")
    func processes() throws {
        let scene = try SQLiteScene()
        let trial = try CloudTrial(engine: scene)
        try trial.notes().save(.note("a"))
        let files = try scene.device.secondStore()
        let other = try SQLiteRecordEngine { files }
        let otherTrial = try CloudTrial(over: other)
        #expect(refusal { try otherTrial.notes() } == .busy)
        // Another container is not in use.
        _ = try otherTrial.container(of: .ada, CloudTrial.shop).database(.private).zones()
        scene.storage.close()
        #expect(try otherTrial.notes().record(.note("a"))["title"] == .string("x"))
        #expect(refusal { try trial.notes() } == .busy)
        other.close()
        #expect(try trial.notes().record(.note("a"))["title"] == .string("x"))
    }

    @Test("two engines of one process see what the other did")
    func engines() throws {
        let scene = try SQLiteScene()
        let first = try CloudTrial(engine: scene).notes()
        let second = try CloudTrial(engine: SQLiteScene(scene.device)).notes()
        var record = try first.save(.note("a"))
        record["title"] = .string("y")
        try second.save(record)
        #expect(try first.record(.note("a"))["title"] == .string("y"))
        #expect(refusal { try first.save(record) } == .serverRecordChanged)
    }

    @Test("after a crash of the device the engine goes on with what was committed")
    func restart() throws {
        let scene = try SQLiteScene()
        let database = try CloudTrial(engine: scene).notes()
        try database.save(.note("a"))
        try scene.device.crash()
        #expect(refusal { try database.record(.note("a")) } == .protectedDataUnavailable)
        try scene.device.unlock()
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        try database.save(.note("b"))
    }

    @Test("a full disk is told, and nothing is half done")
    func full() throws {
        let faulty = try FaultyDevice()
        let database = try CloudTrial(engine: SQLiteScene(faulty.device)).notes()
        try database.change(saving: [.note("a"), .note("b")]).check()
        let full = (0..<400).map { (FaultPlan.Place.nth($0, .write), FaultPlan.Fault.diskFull) }
        try faulty.run(FaultPlan(Dictionary(uniqueKeysWithValues: full))) {
            let codes = try database.change(saving: [.note("c"), .note("d")]).map(\.code)
            #expect(codes == [.noSpace, .noSpace])
        }
        #expect(try database.changes(in: .notes).changed.map(\.id.name) == ["a", "b"])
        try doBatch(database)
        #expect(try database.changes(in: .notes).changed.count == 7)
    }

    @Test("a container is removed with all that is in it")
    func removed() throws {
        let scene = try SQLiteScene()
        let trial = try CloudTrial(engine: scene)
        try trial.notes().save(.note("a"))
        try scene.storage.remove(CloudTrial.notes)
        #expect(try scene.device.files.names(in: SQLiteRecordEngine.standardFolder) == [])
        #expect(refusal { try trial.notes().record(.note("a")) } == .notFound)
        #expect(throws: ProtectionError(.notFound, "")) {
            try scene.storage.remove(CloudTrial.shop)
        }
    }

    @Test(
        "a container of any name has a file",
        arguments: ["iCloud.com.example", "a/b", "..", "é", String(repeating: "x", count: 255)]
    )
    func names(_ name: String) throws {
        let scene = try SQLiteScene()
        let key = ContainerKey(name, .production)
        let trial = try CloudTrial(engine: scene)
        _ = try trial.container(of: .ada, key).userID()
        #expect(try scene.device.files.names(in: SQLiteRecordEngine.standardFolder).count == 1)
    }
}
