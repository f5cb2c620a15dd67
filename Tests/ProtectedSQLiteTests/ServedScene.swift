import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import Synchronization
import TestSupport

/// A device in memory whose databases are served at a root of its own.
final class ServedScene: Sendable {
    /// What tells a transaction's outcome.
    static let query = "SELECT sum(number) FROM rows"
    /// More pages than the cache holds: the database itself is being written already.
    static let large = """
        PRAGMA cache_size = 5; CREATE TABLE blobs (bytes BLOB);
        BEGIN; UPDATE rows SET number = number + 1;
        INSERT INTO blobs VALUES (randomblob(200000))
        """

    let device: SimulatedDevice
    let service: DatabaseService

    private static let count = Mutex(0)

    /// A root that nobody else uses; nothing is there on the host.
    static func freshRoot() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return "/served/device-\(number)"
    }

    init(_ device: SimulatedDevice) throws {
        self.device = device
        service = try DatabaseService({ device.files }, at: Self.freshRoot())
    }

    convenience init() throws {
        try self.init(try .make())
    }

    /// The host path of a path on the device.
    func path(_ path: DevicePath) -> String { service.root + path.description }

    /// Opens a database, or makes it.
    func open(_ path: DevicePath) throws -> Connection { try Connection(self.path(path)) }

    /// A folder of a class, with a database of three rows in a journal mode.
    func makeDatabase(
        in folder: DevicePath = "/db",
        as protection: ProtectionClass,
        _ journal: JournalMode
    ) throws -> Connection {
        try device.files.makeDirectory(folder, as: protection)
        let connection = try open(try folder.appending("a.db"))
        try connection.run(
            """
            PRAGMA journal_mode = \(journal.rawValue); PRAGMA synchronous = FULL;
            CREATE TABLE rows (number INTEGER); INSERT INTO rows VALUES (1), (2), (3)
            """
        )
        return connection
    }

    /// The names in a folder of the device.
    func names(_ folder: DevicePath = "/db") throws -> [String] {
        try device.files.names(in: folder)
    }
}

extension ServedScene {
    /// Serves a store at a root of its own.
    static func at(_ files: FileStore) throws -> DatabaseService {
        try DatabaseService(files, at: freshRoot())
    }
}
