import CloudRecords
import DeviceSimulation
import ProtectedStore
import ProtectionModel
import RecordStorage
import TestSupport
import Testing

/// An engine over SQLite on a device in memory.
final class SQLiteScene: TestedEngine {
    let device: SimulatedDevice
    let storage: SQLiteRecordEngine

    init(_ device: SimulatedDevice) throws {
        self.device = device
        storage = try SQLiteRecordEngine { device.files }
    }

    convenience init() throws { try self.init(try .make()) }

    var engine: any RecordEngine { storage }

    func backup() -> any EngineBackup {
        storage.close()
        var files: [String: [UInt8]] = [:]
        do {
            for name in try device.files.names(in: SQLiteRecordEngine.standardFolder) {
                files[name] = try device.files.read(
                    SQLiteRecordEngine.standardFolder.appending(name)
                )
            }
        } catch {
            Issue.record("\(error)")
        }
        return SQLiteBackup(files: files)
    }
}

/// The databases of a device, unsealed.
private struct SQLiteBackup: EngineBackup {
    let files: [String: [UInt8]]

    var text: String { files.values.map { String(decoding: $0, as: UTF8.self) }.joined() }

    func restored() throws -> any TestedEngine {
        let scene = try SQLiteScene()
        let folder = SQLiteRecordEngine.standardFolder
        try scene.device.files.makeDirectory(folder, as: .completeUntilFirstUserAuthentication)
        for (name, bytes) in files {
            try scene.device.files.write(bytes, to: try folder.appending(name))
        }
        return scene
    }
}
