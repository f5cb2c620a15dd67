package import CloudRecords
import ProtectedSQLite
package import ProtectedStore
package import ProtectionModel
import SodiumCrypto
import Synchronization

/// Keeps records on a device: in SQLite databases that are sealed files, names, plain fields and
/// indexes included.
///
/// Each container has one database in each of its environments, and not one for each user or scope:
/// a transaction that saves a record also reads the user, the schema and the request, which one
/// commit can only do within one database. The folder's class is *complete until first user
/// authentication*, so that records come and go while the device is locked; before its first unlock
/// all fails with `protected-data-unavailable`.
///
/// Transactions of a container run one at a time, those of several containers beside each other.
/// Within a process any number of engines may use a device. Another process cannot use a container
/// as long as this one has it open, and is told `busy`: SQLite's locks are kept in memory here, and
/// two caches over one sealed file would have to be kept in step. So whoever is done calls
/// ``close()``, and a tool opens a container for one command.
package final class SQLiteRecordEngine: RecordEngine {
    /// Where databases lie unless another folder is named.
    package static let standardFolder: DevicePath = "/records"

    private static let count = Mutex(0)

    private let files: @Sendable () throws(ProtectionError) -> FileStore
    private let folder: DevicePath
    private let service: DatabaseService
    private let databases = Mutex<[ContainerKey: ContainerDatabase]>([:])

    /// An engine on a device that may get another store, as one that restarts does.
    ///
    /// - Parameters:
    ///   - files: asked whenever a database is opened.
    ///   - folder: where the databases are; made with the first of them.
    /// - Throws: ``ProtectionError`` with `internal-error` when SQLite accepts no file systems.
    package init(
        _ files: @escaping @Sendable () throws(ProtectionError) -> FileStore,
        in folder: DevicePath = standardFolder
    ) throws(ProtectionError) {
        self.files = files
        self.folder = folder
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        // Nothing is there on the host, and nobody else names it.
        service = try DatabaseService(files, at: "/protection-toolkit-records/\(number)")
    }

    deinit {
        close()
        service.end()
    }

    /// Closes all databases, so that another process may use them; each is opened again when it is
    /// asked for.
    package func close() {
        let open = databases.withLock { databases in
            defer { databases = [:] }
            return Array(databases.values)
        }
        for database in open { database.close() }
    }

    package func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try database(of: container).transaction(isWriting: false) {
            try body(TableTransaction($0, container))
        }
    }

    package func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try database(of: container).transaction(isWriting: true) {
            try body(TableTransaction($0, container))
        }
    }

    private func database(of container: ContainerKey) throws -> ContainerDatabase {
        try databases.withLock { databases in
            if let known = databases[container] { return known }
            let path = try path(of: container)
            let database = ContainerDatabase(
                service.root + path.description,
                of: service,
                prepare: { [files, folder] in try Self.makeFolder(folder, in: try files()) }
            )
            databases[container] = database
            return database
        }
    }

    // MARK: Files

    private static func makeFolder(_ folder: DevicePath, in files: FileStore) throws {
        do throws(ProtectionError) {
            try files.makeDirectory(folder, as: .completeUntilFirstUserAuthentication)
        } catch {
            guard error.code == .alreadyExists else { throw error }
        }
    }

    /// The file of a container's database.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a container without a name.
    package func path(of container: ContainerKey) throws(ProtectionError) -> DevicePath {
        let name = TextFolding.canonical(container.identifier)
        let isPlain =
            (1...200).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
        let word =
            isPlain
            ? name
            : "_"
                + GenericHash.hash(of: Array(name.utf8)).map { byte in
                    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
                }.joined()
        return try folder.appending("\(word).\(container.environment.rawValue).db")
    }

    /// Removes a container with all that is in it.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `busy` while another has it open.
    package func remove(_ container: ContainerKey) throws(ProtectionError) {
        let path = try path(of: container)
        databases.withLock { $0.removeValue(forKey: container) }?.close()
        try files().remove(path)
    }
}
