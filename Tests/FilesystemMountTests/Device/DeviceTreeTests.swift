import DeviceSimulation
import FilesystemMount
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemPackage
import TestSupport
import Testing

@Suite("A device as the kernel sees it")
struct DeviceTreeTests {
    private let device: SimulatedDevice
    private let program: MountedProgram

    init() throws {
        device = try SimulatedDevice.make()
        program = try MountedProgram(device.files)
        for (path, protection) in Self.files {
            try device.files.write([1, 2, 3], to: try DevicePath(path), as: protection)
        }
    }

    private static let files: [(String, ProtectionClass)] = [
        ("/none", .none), ("/complete", .complete), ("/unlessOpen", .completeUnlessOpen),
        ("/untilFirst", .completeUntilFirstUserAuthentication),
    ]

    /// What a call fails with; nil when it is done.
    private func failure(_ body: () throws -> Void) -> Errno? {
        do { try body() } catch { return error as? Errno ?? .ioError }
        return nil
    }

    // MARK: The lock

    @Test(
        "without its key a file cannot be opened",
        arguments: [
            ("/none", nil), ("/complete", Errno.requiredKeyNotAvailable),
            ("/unlessOpen", .requiredKeyNotAvailable), ("/untilFirst", nil),
        ]
    )
    func openLocked(path: String, expected: Errno?) throws {
        try device.lock()
        #expect(failure { try program.open(path) } == expected)
        try device.unlock()
        #expect(failure { try program.open(path) } == nil)
    }

    @Test(
        "a file that is open when its key goes is revoked, and works again after the unlock",
        arguments: [
            ("/none", nil), ("/complete", Errno.keyRevoked), ("/unlessOpen", nil),
            ("/untilFirst", nil),
        ]
    )
    func openedBefore(path: String, expected: Errno?) throws {
        try program.open(path)
        try device.lock()
        #expect(failure { try program.write([9], to: path) } == expected)
        #expect(failure { try program.fallocate(path, 0..<100, []) } == expected)
        try device.unlock()
        try program.write([8], to: path, at: 1)
        try program.close(path)
        let content = try device.files.read(try DevicePath(path))
        #expect(content.prefix(3) == (expected == nil ? [9, 8, 3] : [1, 8, 3]))
    }

    @Test("names, attributes and removal need no file's key")
    func namesLocked() throws {
        try device.lock()
        #expect(try program.stat("/complete").size == 3)
        try program.chmod("/complete", 0o100600)
        try program.rename("/complete", to: "/moved")
        try program.setxattr("/moved", "user.colour", "red")
        #expect(try program.getxattr("/moved", "user.colour") == "red")
        try program.unlink("/moved")
        #expect(failure { _ = try program.stat("/moved") } == .noSuchFileOrDirectory)
    }

    @Test("a device that is off is no device")
    func off() throws {
        try program.open("/none")
        try device.holder.shutDown()
        #expect(failure { _ = try program.stat("/none") } == .operationNotSupportedByDevice)
        #expect(
            failure { try program.write([1], to: "/none") } == .operationNotSupportedByDevice
        )
    }

    // MARK: Nodes

    @Test("a file without a name has no link, and is still there for whoever has it open")
    func nameless() throws {
        try program.open("/none")
        try program.unlink("/none")
        #expect(try program.fstat("/none").links == 0)
        try program.write([7], to: "/none")
        #expect(try program.fstat("/none").size == 3)
        try program.close("/none")
    }

    @Test("one without a name that had extended attributes can still be written")
    func namelessWithAttributes() throws {
        try program.setxattr("/none", "user.colour", "red")
        try program.open("/none")
        try program.unlink("/none")
        try program.write([7, 8, 9, 10], to: "/none")
        #expect(try program.fstat("/none").size == 4)
        try program.close("/none")
    }

    @Test("another file in the place of the one that the kernel knows is not opened as that")
    func replaced() throws {
        let node = try program.node("/none")
        try device.files.remove("/none")
        try device.files.write([4, 5], to: "/none")
        let flags = OpenFlags(rawValue: 0)
        let failure = failure { _ = try program.tree.open(node, flags, program.context) }
        #expect(failure == .staleNFSFileHandle)
        try program.open("/none")
        #expect(try program.fstat("/none").size == 2)
    }

    @Test("what is open follows its name, and that of the folder above it")
    func follows() throws {
        try program.mkdir("/folder")
        try program.create("/folder/file")
        let node = try program.node("/folder/file")
        try program.rename("/folder", to: "/other")
        try program.write([1, 2], to: "/folder/file")
        #expect(try program.node("/other/file") == node)
        #expect(try device.files.read("/other/file") == [1, 2])
    }

    @Test("two names that are exchanged exchange their nodes")
    func exchanged() throws {
        let nodes = (try program.node("/none"), try program.node("/complete"))
        try program.rename("/none", to: "/complete", .exchange)
        #expect(try program.node("/complete") == nodes.0)
        #expect(try program.node("/none") == nodes.1)
    }

    @Test("a name that must be new, and one that must be there")
    func renameRules() throws {
        let exists = failure { try program.rename("/none", to: "/complete", .noReplace) }
        #expect(exists == .fileExists)
        let missing = failure { try program.rename("/none", to: "/missing", .exchange) }
        #expect(missing == .noSuchFileOrDirectory)
        let whiteout = failure { try program.rename("/none", to: "/missing", .whiteout) }
        #expect(whiteout == .invalidArgument)
    }

    @Test("a node that the kernel has given up is stale")
    func forgotten() throws {
        let node = try program.node("/none")
        program.tree.forget(node, count: 1)
        let failure = failure { _ = try program.tree.getattr(node, nil, program.context) }
        #expect(failure == .staleNFSFileHandle)
    }

    @Test("a handle that nobody has is bad")
    func unknownHandle() throws {
        let request = WriteRequest(handle: HandleID(99), offset: 0)
        let failure = failure {
            let bytes: [UInt8] = [1]
            _ = try program.tree.write(.root, request, bytes.span.bytes, program.context)
        }
        #expect(failure == .badFileDescriptor)
    }

    @Test("a name that is not UTF-8 is none of a device")
    func notUTF8() throws {
        let name = try FileName([0xFF])
        let failure = failure {
            _ = try program.tree.mkdir(name, in: .root, mode: 0o755, program.context)
        }
        #expect(failure == .illegalByteSequence)
    }

    // MARK: Attributes

    @Test(
        "a change of owner takes privileges from all but folders",
        arguments: [("file", 0o0755), ("pipe", 0o0755), ("folder", 0o6755)] as [(String, UInt32)]
    )
    func privileges(kind: String, mode: UInt32) throws {
        switch kind {
        case "file": try program.create("/new")
        case "pipe": try program.mkfifo("/new", 0o6755)
        default: try program.mkdir("/new")
        }
        try program.chmod("/new", 0o6755)
        try program.chown("/new", owner: 12)
        let attributes = try program.stat("/new")
        #expect(attributes.mode & 0o7777 == mode)
        #expect(attributes.owner == 12)
    }

    @Test("emptying takes privileges where the kernel asks for it", arguments: [true, false])
    func emptied(byCreating: Bool) throws {
        try program.chmod("/none", 0o6755)
        let flags = OpenFlags(rawValue: 0o1102, killsPrivileges: true)
        let (tree, name) = (program.tree, try FileName("none"))
        if byCreating {
            _ = try tree.create(name, in: .root, flags, mode: 0o100600, program.context)
        } else {
            _ = try tree.open(try program.node("/none"), flags, program.context)
        }
        let attributes = try program.stat("/none")
        #expect(attributes.mode & 0o7777 == 0o755 && attributes.size == 0)
    }

    @Test("no file reaches beyond 2^61 bytes", arguments: [UInt64(1) << 62, UInt64.max >> 1])
    func tooLarge(end: UInt64) throws {
        try program.open("/none")
        #expect(failure { try program.write([1], to: "/none", at: end) } == .fileTooLarge)
        #expect(failure { try program.fallocate("/none", 0..<end, []) } == .fileTooLarge)
        #expect(failure { try program.truncate("/none", to: end) } == .fileTooLarge)
        #expect(try program.stat("/none").size == 3)
    }

    @Test("the class is an attribute that can be read and set, and is always there")
    func classAttribute() throws {
        let name = "user.protection.class"
        #expect(try program.getxattr("/complete", name) == "complete")
        try program.setxattr("/none", name, "complete-unless-open\n")
        #expect(try device.files.metadata(of: "/none").protection == .completeUnlessOpen)
        #expect(failure { try program.setxattr("/none", name, "secret") } == .invalidArgument)
        #expect(failure { try program.setxattr("/none", name, "none", .absent) } == .fileExists)
        #expect(failure { try program.removexattr("/none", name) } == .notPermitted)
        try program.symlink("none", at: "/link")
        #expect(failure { _ = try program.getxattr("/link", name) } == .noData)
        try device.lock()
        let locked = failure { try program.setxattr("/complete", name, "none") }
        #expect(locked == .requiredKeyNotAvailable)
    }

    @Test("a class is set by the owner and by root, not by whoever may write")
    func classOfOthers() throws {
        program.user = 12
        let name = "user.protection.class"
        #expect(failure { try program.setxattr("/complete", name, "none") } == .notPermitted)
        #expect(try device.files.metadata(of: "/complete").protection == .complete)
        program.user = 0
        try program.chown("/complete", owner: 12)
        program.user = 12
        try program.setxattr("/complete", name, "none")
        #expect(try device.files.metadata(of: "/complete").protection == ProtectionClass.none)
    }

    @Test("a mount that does not show the class keeps that name for nobody")
    func hiddenClass() throws {
        var options = DeviceTree.Options()
        options.showsClass = false
        let program = try MountedProgram(device.files, options)
        #expect(failure { _ = try program.getxattr("/none", "user.protection.class") } == .noData)
    }

    @Test(
        "extended attributes that are missing or have no place here",
        arguments: [
            ("user.none", AttributeDemand.present, Errno.noData),
            ("system.posix_acl_access", .none, .notSupported),
            ("colour", .none, .notSupported),
        ]
    )
    func refusedAttributes(name: String, demand: AttributeDemand, expected: Errno) throws {
        #expect(failure { try program.setxattr("/none", name, "x", demand) } == expected)
    }

    @Test(
        "programs that work in the mount use the device; looks, and what the kernel writes back, do not",
        arguments: ["write", "stat", "writeback"]
    )
    func activity(call: String) throws {
        let device = try SimulatedDevice.make { $0.autoLock = .seconds(4) }
        let program = try MountedProgram(device.files)
        try program.create("/f")
        for _ in 0..<3 {
            device.advance(by: .seconds(3))
            guard device.lockMachine.state == .unlocked else { break }
            switch call {
            case "write": try program.write([1], to: "/f")
            case "stat": _ = try program.stat("/f")
            default: try program.write([1], to: "/f", isWriteback: true)
            }
        }
        #expect((device.lockMachine.state == .unlocked) == (call == "write"))
    }
}
