import DeviceSimulation
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("Symbolic links and special files")
struct LinkTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    @Test(
        "a link says where it leads, and nothing else is asked of its target",
        arguments: [
            "file", "/absolute", "../../../outside", ".", "no such thing", "ünïcode 🙂",
            String(repeating: "t", count: 4_095),
        ]
    )
    func target(_ target: String) throws {
        try files.makeLink(to: target, at: "/link")
        #expect(try files.linkTarget(of: "/link") == target)
        let metadata = try files.metadata(of: "/link")
        #expect(metadata.kind == .symbolicLink)
        #expect(metadata.size == UInt64(target.utf8.count))
        #expect(metadata.protection == .none)
        #expect(metadata.mode == 0o777)
        #expect(try files.names(in: .root) == ["link"])
        #expect(try files.check().isClean)
    }

    @Test("a target need not be UTF-8")
    func bytes() throws {
        try files.makeLink(to: [0xFF, 0xFE, 0x80], at: "/link")
        #expect(try files.linkTargetBytes(of: "/link") == [0xFF, 0xFE, 0x80])
        #expect(try files.linkTarget(of: "/link") == "\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test(
        "what can be no target is refused, and nothing is made",
        arguments: [[], [0], [97, 0, 98], [UInt8](repeating: 97, count: 4_096)]
    )
    func impossible(_ target: [UInt8]) throws {
        #expect(refusal { try files.makeLink(to: target, at: "/link") } == .invalidArgument)
        #expect(try files.names(in: .root) == [])
        #expect(try device.host.leftovers() == [])
    }

    @Test("links work in every lock state", arguments: Situation.allCases)
    func states(_ situation: Situation) throws {
        let device = try situation.device()
        try device.files.makeLink(to: "there", at: "/link")
        try situation.enter(device)
        #expect(try device.files.linkTarget(of: "/link") == "there")
        try device.files.makeLink(to: "new", at: "/new")
        try device.files.rename("/new", to: "/link")
        #expect(try device.files.linkTarget(of: "/link") == "new")
        try device.files.remove("/link")
        #expect(try device.files.names(in: .root) == [])
    }

    @Test("the store follows no link, and says what it found")
    func unfollowed() throws {
        try files.makeDirectory("/folder")
        try files.write([1], to: "/folder/file")
        try files.makeLink(to: "folder/file", at: "/file")
        try files.makeLink(to: "folder", at: "/way")
        let calls: [() throws -> Void] = [
            { _ = try files.read("/file") }, { _ = try files.open("/file") },
            { try files.overwrite([2], to: "/file") }, { try files.truncate("/file", to: 0) },
            { try files.setProtection(.complete, of: "/file") },
            { try files.setProtection(.none, of: "/file") },
            { try files.setProtection(.complete, of: "/file", rekeying: true) },
        ]
        for call in calls { #expect(refusal(call) == .invalidArgument) }
        #expect(refusal { try files.read("/way/file") } == .notADirectory)
        #expect(refusal { try files.names(in: "/way") } == .notADirectory)
        #expect(try files.read("/folder/file") == [1])
        #expect(try files.linkTarget(of: "/file") == "folder/file")
    }

    @Test("only a link has a target")
    func noLink() throws {
        try files.write([1], to: "/file")
        try files.makeDirectory("/folder")
        try files.makeSpecial(.fifo, at: "/pipe", attributes: NewAttributes(mode: 0o600))
        for path in ["/", "/file", "/folder", "/pipe"] {
            let path = try DevicePath(path)
            #expect(refusal { try files.linkTarget(of: path) } == .invalidArgument)
        }
        #expect(refusal { try files.linkTarget(of: "/none") } == .notFound)
    }

    @Test("a name that is taken is left alone")
    func taken() throws {
        try files.write([1], to: "/file")
        try files.makeDirectory("/folder")
        for path in ["/file", "/folder"] {
            let path = try DevicePath(path)
            #expect(refusal { try files.makeLink(to: "x", at: path) } == .alreadyExists)
        }
        #expect(refusal { try files.makeLink(to: "x", at: "/none/link") } == .notFound)
        #expect(try files.read("/file") == [1])
        #expect(try device.host.leftovers() == [])
    }

    @Test("renamed into another folder, a link leads where it did")
    func moved() throws {
        try files.makeDirectory("/folder")
        try files.makeLink(to: "target", at: "/link")
        let number = try files.metadata(of: "/link").number
        try files.rename("/link", to: "/folder/other")
        #expect(try files.linkTarget(of: "/folder/other") == "target")
        #expect(try files.metadata(of: "/folder/other").number == number)
        try files.write([1], to: "/file")
        try files.rename("/folder/other", to: "/file")
        #expect(try files.linkTarget(of: "/file") == "target")
        try files.write([2], to: "/file")
        #expect(try files.read("/file") == [2], "a save replaces the link itself")
        #expect(try files.check().isClean)
    }

    @Test("a copy of a link leads where it does, and is another link")
    func copied() throws {
        try files.makeLink(to: "target", at: "/link")
        try files.copy("/link", to: "/copy")
        #expect(try files.linkTarget(of: "/copy") == "target")
        #expect(try files.metadata(of: "/copy").number != files.metadata(of: "/link").number)
    }

    @Test(
        "a special file has its kind and number, and no content",
        arguments: [
            FileMetadata.Kind.fifo, .socket, .characterDevice, .blockDevice,
        ]
    )
    func special(_ kind: FileMetadata.Kind) throws {
        try files.makeSpecial(
            kind,
            device: 0x10_0205,
            at: "/node",
            attributes: NewAttributes(mode: 0o660, owner: FileOwner(user: 3, group: 4))
        )
        let metadata = try files.metadata(of: "/node")
        #expect(metadata.kind == kind)
        #expect(try files.kind(of: "/node") == kind)
        #expect(metadata.size == nil)
        #expect(metadata.mode == 0o660)
        #expect((metadata.owner, metadata.group) == (3, 4))
        let hasNumber = kind == .characterDevice || kind == .blockDevice
        #expect(metadata.device == (hasNumber ? 0x10_0205 : 0))
        #expect(refusal { try files.read("/node") } == .invalidArgument)
        #expect(refusal { try files.copy("/node", to: "/copy") } == .invalidArgument)
        try files.rename("/node", to: "/other")
        #expect(try files.check().isClean)
        try files.remove("/other")
        #expect(try device.host.names() == [".folder"])
    }

    @Test(
        "what is no special file is not made as one",
        arguments: [.file, .directory, .symbolicLink] as [FileMetadata.Kind]
    )
    func noSpecial(_ kind: FileMetadata.Kind) throws {
        let code = refusal {
            try files.makeSpecial(kind, at: "/node", attributes: NewAttributes(mode: 0o600))
        }
        #expect(code == .invalidArgument)
        #expect(try files.names(in: .root) == [])
    }

    @Test("a tree is removed with its links, and they keep no folder from being removed")
    func tree() throws {
        try files.makeDirectory("/folder")
        try files.makeLink(to: "x", at: "/folder/link")
        try files.setExtendedAttribute(Array("user.a".utf8), [1], of: "/folder/link")
        #expect(refusal { try files.removeDirectory("/folder") } == .directoryNotEmpty)
        try files.removeTree("/folder")
        #expect(try device.host.names() == [".folder"])
    }
}
