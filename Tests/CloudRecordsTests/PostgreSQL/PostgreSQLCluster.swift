#if PostgreSQL
import Foundation
import PostgreSQLRecords
import Synchronization
import Testing

/// A PostgreSQL server of its own in a temporary folder, behind a Unix socket; gone with this
/// process.
final class PostgreSQLCluster: Sendable {
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap(Int.init).filter { $0 >= 15 }.max().map { "\(root)/\($0)/bin" }
    }()

    /// Whether there is one to run; its tests are skipped without, with these words.
    static let isThere =
        programs.map { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") } ?? false
    static let absence: Comment = "no PostgreSQL 15: apt-get install postgresql"

    /// The one that all rows run on.
    static let shared = Result { try PostgreSQLCluster() }

    /// Its folder, with `data` and the socket.
    let folder: String
    /// A word that no other server has.
    var name: String { String(folder.dropFirst("/tmp/".count)) }
    private let life = Mutex<Life?>(nil)

    /// A server with the tables of records, that runs.
    init() throws {
        // Addresses of sockets are short.
        folder = "/tmp/pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        if getuid() == 0 { try Self.run(["chown", Self.user, folder]) }
        try asOwner([
            "initdb", "-D", folder + "/data", "-A", "trust", "-U", "owner", "-E", "UTF8",
            "--locale=C", "--no-sync",
        ])
        try start()
        try query("CREATE DATABASE records", in: "postgres")
        try query(PostgreSQLRecordEngine.definition)
    }

    deinit {
        stop()
        _ = try? Self.run(["rm", "-rf", folder])
    }

    /// The server refuses to run as root.
    private static let user = (getpwnam("postgres") != nil) ? "postgres" : "nobody"

    private static var ownerWords: [String] {
        getuid() == 0 ? ["setpriv", "--reuid", user, "--regid", "65534", "--clear-groups"] : []
    }

    /// How a client reaches it.
    func address(
        _ database: String = "records",
        _ role: String = "owner"
    ) throws
        -> PostgreSQLAddress
    {
        try PostgreSQLAddress("host=\(folder) dbname=\(database) user=\(role)")
    }

    // MARK: Life

    /// Starts the server, and waits until it takes connections.
    func start() throws {
        for _ in 0..<200 {
            let process = try Self.launch(
                Self.ownerWords + [
                    (Self.programs ?? "") + "/postgres", "-D", folder + "/data", "-k", folder,
                    "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=80",
                    "-c", "shared_buffers=32MB", "-c", "log_parameter_max_length=0",
                ]
            )
            while process.isRunning, (try? query("SELECT 1", in: "postgres")) == nil {}
            if process.isRunning { return try watch(process) }
            // Processes of one that was killed keep the next out, until they have noticed.
        }
        struct NotStarted: Error {}
        throw NotStarted()
    }

    private static func launch(_ words: [String], input: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Lets the server end with this process.
    private func watch(_ server: Process) throws {
        let script = "read -r stay; [ \"$stay\" ] || { kill -QUIT $0; sleep 1; rm -rf $1; }"
        let input = Pipe()
        let watcher = try Self.launch(
            ["sh", "-c", script, "\(server.processIdentifier)", folder],
            input: input
        )
        let life = Life(server: server, watcher: watcher, input: input)
        self.life.withLock { $0 = life }
    }

    private final class Life: @unchecked Sendable {
        let server: Process
        let watcher: Process
        let input: Pipe

        init(server: Process, watcher: Process, input: Pipe) {
            self.server = server
            self.watcher = watcher
            self.input = input
        }

        func end(_ signal: Int32) {
            try? input.fileHandleForWriting.write(contentsOf: Data("stay\n".utf8))
            watcher.waitUntilExit()
            Foundation.kill(server.processIdentifier, signal)
            server.waitUntilExit()
        }
    }

    /// Ends the server at once; what it has not written its log has.
    func stop() { end(SIGQUIT) }

    /// Ends the server as a power loss does; its processes notice and follow.
    func kill() { end(SIGKILL) }

    private func end(_ signal: Int32) {
        life.withLock { life in
            defer { life = nil }
            return life
        }?.end(signal)
    }

    /// Puts the server's files in a folder beside them.
    func copyFiles(_ source: String, to target: String) throws {
        try Self.run(["rm", "-rf", "\(folder)/\(target)"])
        try Self.run(["cp", "-a", "\(folder)/\(source)", "\(folder)/\(target)"])
    }

    // MARK: Programs

    /// Runs one of PostgreSQL's programs as a client, and gives what it writes.
    @discardableResult
    func client(_ words: [String]) throws -> String {
        let program = try #require(Self.programs) + "/" + words[0]
        return try Self.run([program, "-h", folder, "-U", "owner"] + words.dropFirst())
    }

    /// Runs statements, and gives their rows as lines.
    @discardableResult
    func query(_ statements: String, in database: String = "records") throws -> String {
        try client(["psql", "-d", database, "-v", "ON_ERROR_STOP=1", "-qAtc", statements])
    }

    private func asOwner(_ words: [String]) throws {
        let program = try #require(Self.programs) + "/" + words[0]
        try Self.run(Self.ownerWords + [program] + words.dropFirst())
    }

    @discardableResult
    private static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/")
        process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        struct Failed: Error { let text: String }
        guard process.terminationStatus == 0 else {
            throw Failed(text: "\(words.prefix(3)): \(text)")
        }
        return text
    }
}
#endif
