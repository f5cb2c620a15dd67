import CloudRecords
import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import RecordStorage
import TestSupport
import Testing

/// An app whose records are sealed files of a class, and the engine's state one of another.
private final class SealedApp: SyncEngineDelegate {
    static let folder: DevicePath = "/notes"

    let device: SimulatedDevice
    let state: SyncStateFile
    let protection: ProtectionClass

    init(_ device: SimulatedDevice, records: ProtectionClass, state: ProtectionClass) throws {
        self.device = device
        protection = records
        self.state = SyncStateFile({ device.files }, at: "/state", as: state)
        try device.files.makeDirectory(Self.folder, as: .completeUntilFirstUserAuthentication)
    }

    func names() throws -> [String] { try device.files.names(in: Self.folder).sorted() }

    func write(_ name: String, _ text: String) throws {
        let path = try Self.folder.appending(name)
        try device.files.write(Array(text.utf8), to: path, as: protection)
    }

    func handle(_ event: SyncEvent, of engine: SyncEngine) throws {
        switch event {
        case .stateUpdate(let bytes): try state.write(bytes)
        case .fetchedRecordChanges(_, let changed, _):
            for record in changed {
                guard case .string(let text)? = record["title"] else { continue }
                try write(record.id.name, text)
            }
        default: break
        }
    }

    func nextBatch(_ context: SendContext, of engine: SyncEngine) throws -> RecordBatch? {
        try RecordBatch(context) { id in
            let bytes = try device.files.read(Self.folder.appending(id.name))
            return .note(id.name, title: String(decoding: bytes, as: UTF8.self))
        }
    }

    func knownRecords(
        in zone: RecordZoneID,
        of engine: SyncEngine
    ) throws -> [String: KnownRecord] { [:] }
}

@Suite("a sync engine on a device that locks")
struct SyncStateFileTests {
    private let classC = ProtectionClass.completeUntilFirstUserAuthentication

    @Test("with records of class complete nothing is sent or kept while locked, and all after")
    func complete() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        let device = try SimulatedDevice.make()
        let app = try SealedApp(device, records: .complete, state: classC)
        let engine = try app.state.engine(database, delegate: app)
        try engine.add(.saveZone(.notes))
        try engine.sendChanges()
        try app.write("mine", "secret")
        try engine.add(.save(.note("mine")))
        try trial.notes().save(.note("theirs"))

        try device.lock()
        let calls = faults.calls.count
        #expect(refusal { try engine.sendChanges() } == .protectedDataUnavailable)
        #expect(faults.calls.count == calls)
        #expect(refusal { try engine.fetchChanges() } == .protectedDataUnavailable)
        // The state's class lets the app note more while locked.
        try engine.add(.remove(.note("other")))
        #expect(engine.pendingRecordChanges == [.save(.note("mine")), .remove(.note("other"))])
        #expect(try app.names() == ["mine"])

        try device.unlock()
        try engine.advance()
        #expect(engine.pendingRecordChanges.isEmpty)
        #expect(try app.names() == ["mine", "theirs"])
        #expect(try trial.database().record(.note("mine"))["title"] == .string("secret"))
    }

    @Test("with a state of class complete nothing is noted while locked that could be lost")
    func completeState() throws {
        let trial = try CloudTrial()
        let device = try SimulatedDevice.make()
        let app = try SealedApp(device, records: .complete, state: .complete)
        let engine = try app.state.engine(trial.database(), delegate: app)
        try engine.add(.saveZone(.notes))
        try device.lock()
        #expect(refusal { try engine.add(.save(.note("a"))) } == .protectedDataUnavailable)
        #expect(refusal { try engine.sendChanges() } == .protectedDataUnavailable)
        #expect(engine.pendingRecordChanges.isEmpty)
        let again = { try app.state.engine(trial.database(), delegate: app) }
        #expect(refusal(again) == .protectedDataUnavailable)
        try device.unlock()
        let next = try again()
        #expect(next.pendingDatabaseChanges == [.saveZone(.notes)])
        try next.sendChanges()
        #expect(try trial.database().zones().count == 2)
    }

    @Test("before the first unlock no engine begins anew, and after it the old one goes on")
    func beforeFirstUnlock() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        let device = try SimulatedDevice.make()
        let app = try SealedApp(device, records: .complete, state: classC)
        try app.write("mine", "secret")
        do {
            let engine = try app.state.engine(database, delegate: app)
            try engine.add(.save(.note("mine")))
        }
        try device.holder.reboot()
        let begin = { try app.state.engine(database, delegate: app) }
        #expect(refusal(begin) == .protectedDataUnavailable)
        try device.unlock()
        let engine = try begin()
        #expect(engine.pendingRecordChanges == [.save(.note("mine"))])
        try engine.sendChanges()
        #expect(try database.record(.note("mine"))["title"] == .string("secret"))
        // One that was changed is not taken for one that is missing.
        try device.files.write([7], to: "/state", as: classC)
        #expect(refusal(begin) == .invalidArgument)
    }
}
