import CSQLite
import DeviceSimulation
import FoundationEssentials
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("SQLite: paths and services")
struct DatabasePathTests {
    private let scene: ServedScene

    init() throws {
        scene = try ServedScene()
        try scene.device.files.makeDirectory("/folder")
        try scene.open("/folder/a.db").run("CREATE TABLE here (number INTEGER)")
    }

    @Test(
        "dots, repeated slashes and a way out and in again lead to the same database",
        arguments: [
            "/folder/a.db", "//folder//a.db", "/./folder/./a.db", "/folder/../folder/a.db",
            "/none/../folder/a.db", "/../ROOT/folder/a.db",
        ]
    )
    func spellings(_ path: String) throws {
        let name = String(scene.service.root.split(separator: "/").last ?? "")
        let path = scene.service.root + path.replacing("ROOT", with: name)
        #expect(try Connection(path).value("SELECT name FROM sqlite_schema") == "here")
    }

    @Test(
        "what cannot be on a device is refused, and the host is not asked",
        arguments: [
            "", "/", "/folder", "/none/a.db", "/folder/a.db/b.db",
            "/" + String(repeating: "n", count: 256), "/" + String(repeating: "n/", count: 300),
        ]
    )
    func refused(_ path: String) throws {
        #expect(try code { _ = try Connection(scene.service.root + path) } == SQLITE_CANTOPEN)
        #expect(!FileManager.default.fileExists(atPath: "/served"))
    }

    @Test("names that are not valid UTF-8 are refused")
    func notText() throws {
        var database: OpaquePointer?
        let bytes = (scene.service.root + "/").utf8.map { CChar(bitPattern: $0) } + [-1, 0]
        #expect(sqlite3_open(bytes, &database) == SQLITE_CANTOPEN)
        sqlite3_close(database)
    }

    @Test("names of any writing, with quotes and signs of URLs, are names")
    func oddNames() throws {
        for name in ["Tagebuch für Ümit.db", "日記.db", "a'b\"c.db", "a?b=c&d.db", "a%20b.db", " "] {
            let connection = try Connection(scene.path("/folder") + "/" + name)
            try connection.run("CREATE TABLE rows (number INTEGER)")
            #expect(try scene.names("/folder").contains(name))
        }
    }

    @Test("a URL names the same file")
    func url() throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI
        let url = "file://\(scene.path("/folder/a.db"))?mode=ro"
        let connection = try Connection(url, flags: flags)
        #expect(try connection.value("SELECT name FROM sqlite_schema") == "here")
        let failure = try code { try connection.run("CREATE TABLE more (number INTEGER)") }
        #expect(failure == SQLITE_READONLY)
    }

    @Test("a database that is not there is opened only to make it")
    func missing() throws {
        let path = scene.path("/folder/none.db")
        #expect(
            try code { _ = try Connection(path, flags: SQLITE_OPEN_READWRITE) } == SQLITE_CANTOPEN
        )
        #expect(try scene.names("/folder") == ["a.db"])
    }

    @Test("other paths go to the host's file system, also relative ones and links to the root")
    func host() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "protected-sqlite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path(percentEncoded: false)
        let connection = try Connection(path + "/host.db")
        try connection.run("CREATE TABLE rows (number INTEGER)")
        #expect(connection.fileSystemName == "unix")
        #expect(FileManager.default.fileExists(atPath: path + "/host.db"))
        // Neither a name that begins as the root does is the root.
        #expect(try code { _ = try Connection(scene.service.root + "0/a.db") } == SQLITE_CANTOPEN)
        #expect(try Connection(":memory:").value("SELECT 1") == "1")
        #expect(try Connection("").value("SELECT 1") == "1")

        try FileManager.default.createSymbolicLink(
            atPath: path + "/link",
            withDestinationPath: scene.service.root
        )
        let linked = try Connection(path + "/link/folder/a.db")
        #expect(try linked.value("SELECT name FROM sqlite_schema") == "here")
        #expect(linked.fileSystemName == DatabaseService.fileSystemName)
    }

    @Test("a root that contains a link is found by both of its names")
    func linkedRoot() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "protected-sqlite-\(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: folder + "/real",
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link",
            withDestinationPath: folder + "/real"
        )
        let files = scene.device.files
        let service = try DatabaseService(files, at: folder + "/link/phone")
        for root in [service.root, folder + "/real/phone"] {
            let connection = try Connection(root + "/folder/a.db")
            #expect(try connection.value("SELECT name FROM sqlite_schema") == "here")
        }
        #expect(throws: ProtectionError.self) {
            _ = try DatabaseService(files, at: folder + "/real/phone")
        }
    }

    @Test(
        "a root is an absolute path of a folder",
        arguments: ["", "relative", "/", "//", "/./", "/a/../b", "/a\0b"]
    )
    func wrongRoots(_ root: String) throws {
        let error = #expect(throws: ProtectionError.self) {
            _ = try DatabaseService(scene.device.files, at: root)
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test("roots do not lie in each other", arguments: ["", "/", "/below/it", "/.."])
    func nested(_ rest: String) throws {
        let root = rest == "/.." ? "/served" : scene.service.root + rest
        let error = #expect(throws: ProtectionError.self) {
            _ = try DatabaseService(scene.device.files, at: root)
        }
        #expect(error?.code == .alreadyExists)
    }
}
