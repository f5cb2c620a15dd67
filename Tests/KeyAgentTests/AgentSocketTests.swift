import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SystemIO
import Testing

@Suite("Where the agent listens")
struct AgentSocketTests {
    private func socket(_ runtime: String?, _ temporary: String = "/tmp") -> AgentSocket {
        AgentSocket(
            runtimeDirectory: runtime,
            temporaryDirectory: temporary,
            userID: 1_000,
            directory: FileIdentity(device: 0xFD01, inode: 0xA0A1_A2A3)
        )
    }

    @Test(
        "the place follows from the environment alone",
        arguments: [
            ("/run/user/1000", "/run/user/1000/protectctl/fd01-a0a1a2a3.sock"),
            (nil, "/tmp/protectctl-1000/fd01-a0a1a2a3.sock"),
            ("", "/tmp/protectctl-1000/fd01-a0a1a2a3.sock"),
            ("relative", "/tmp/protectctl-1000/fd01-a0a1a2a3.sock"),
        ]
    )
    func place(runtime: String?, path: String) throws {
        #expect(socket(runtime).path == path)
    }

    @Test(
        "an agent is believed by its own user, and by root for the owner of the directory",
        arguments: [
            (0, 0, nil, true), (0, 1_000, 1_000, true), (0, 1_001, 1_000, false),
            (0, 1_000, 0, false), (0, 0, 1_000, true), (0, 1_000, nil, false),
            (1_000, 1_000, nil, true), (1_000, 1_001, 1_001, false), (1_000, 0, 0, false),
        ] as [(UInt32, UInt32, UInt32?, Bool)]
    )
    func believed(user: UInt32, peer: UInt32, owner: UInt32?, isBelieved: Bool) {
        #expect(AgentSocket.mayBeAgent(peer, for: user, owner: owner) == isBelieved)
    }

    @Test("the folder is made for its user alone")
    func made() throws {
        let folder = try TemporaryFolder()
        let socket = socket(folder.path)
        for _ in 0..<2 {
            let made = try socket.prepareFolder(for: UserID.current, on: PosixFileSystem())
            let status = try made.status()
            #expect(status.permissions == 0o700)
        }
    }

    @Test("a folder that others get into is refused", arguments: [0o777, 0o750, 0o701, 0o704])
    func open(permissions: Int) throws {
        let folder = try TemporaryFolder()
        _ = try folder.makeFolder("protectctl", permissions: permissions)
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: folder.path + "/protectctl"
        )
        try expectRefusal(socket(folder.path))
    }

    @Test("a folder that belongs to another user is refused")
    func foreign() throws {
        let folder = try TemporaryFolder()
        _ = try folder.makeFolder("protectctl")
        try expectRefusal(socket(folder.path), user: UserID.current + 1)
    }

    @Test("a symbolic link is refused, to a good folder too")
    func link() throws {
        let folder = try TemporaryFolder()
        let good = try folder.makeFolder("good")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/protectctl",
            withDestinationPath: good
        )
        try expectRefusal(socket(folder.path))
    }

    @Test("a file in its place is refused")
    func file() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/protectctl"))
        try expectRefusal(socket(folder.path))
    }

    @Test("a path that is too long for a socket is refused")
    func long() throws {
        let socket = socket("/tmp/" + String(repeating: "x", count: 100))
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            _ = try socket.prepareFolder(for: UserID.current, on: PosixFileSystem())
        }
    }

    private func expectRefusal(_ socket: AgentSocket, user: UInt32 = UserID.current) throws {
        #expect(throws: ProtectionError(.permissionDenied, "")) {
            _ = try socket.prepareFolder(for: user, on: PosixFileSystem())
        }
    }

    @Test("a path that was found names the directory whose agent listens there, or no agent")
    func found() throws {
        let directory = FileIdentity(device: 0xfd01, inode: 77)
        for (runtime, temporary) in [("/run/user/7", "/tmp"), (nil, "/tmp")] as [(String?, String)]
        {
            let socket = AgentSocket(
                runtimeDirectory: runtime,
                temporaryDirectory: temporary,
                userID: 7,
                directory: directory
            )
            #expect(AgentSocket(path: socket.path) == socket)
            #expect(socket.directory == directory)
        }
        for path in [
            "", "/", "fd01-4d.sock", "protectctl/fd01-4d.sock", "/run/other/fd01-4d.sock",
            "/run/protectctl/fd01.sock", "/run/protectctl/fd01-4d", "/run/protectctl/x-y.sock",
            "/run/protectctl/fd01-4d-1.sock", "/run/protectctl/.sock",
        ] { #expect(AgentSocket(path: path) == nil, "\(path)") }
    }
}
