import CSQLite
import Foundation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("SQLite: a device on the host's disk")
struct HostDeviceTests {
    @Test(
        "rows survive the lock, a restart and the end of everything",
        arguments: JournalMode.durable
    )
    func device(_ journal: JournalMode) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "protected-sqlite-\(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = DeviceOptions()
        options.passcodeCost = .interactive
        let passcode = try DevicePasscode(published: "2580")
        let path = folder + "/phone"
        try Device.create(at: path, keyAt: folder + "/key", options: options, passcode: passcode)
        let device = try Device(at: path, keyAt: folder + "/key")
        try device.boot()
        try device.unlock(passcode)
        // The device's own folder on the host may be the root, as what is seen below is not there.
        let service = try DatabaseService(device, at: path)
        try device.files.makeDirectory("/Documents", as: .complete)
        let connection = try Connection(path + "/Documents/a.db")
        try connection.run(
            "PRAGMA journal_mode = \(journal.rawValue); CREATE TABLE rows (text TEXT)"
        )
        for number in 0..<20 { try connection.run("INSERT INTO rows VALUES ('\(number)')") }
        try device.lock(skippingGrace: true)
        #expect(try code { _ = try connection.rows("SELECT * FROM rows") } == SQLITE_IOERR)
        try device.unlock(passcode)
        #expect(try connection.value("SELECT count(*) FROM rows") == "20")
        try device.reboot()
        try device.unlock(passcode)
        let next = try Connection(path + "/Documents/a.db")
        #expect(try next.value("SELECT count(*) FROM rows") == "20")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        #expect(names?.contains { $0.contains("Documents") || $0.contains("a.db") } == false)
        service.end()
    }
}
