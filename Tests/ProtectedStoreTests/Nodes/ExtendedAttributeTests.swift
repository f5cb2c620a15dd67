import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Extended attributes")
struct ExtendedAttributeTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func set(_ name: String, _ value: String, _ path: DevicePath) throws {
        try files.setExtendedAttribute(bytes(name), bytes(value), of: path)
    }

    private func all(_ path: DevicePath) throws -> [String: String] {
        let found = try files.extendedAttributes(of: path)
        return Dictionary(
            uniqueKeysWithValues: found.names.map {
                (
                    String(decoding: $0, as: UTF8.self),
                    String(decoding: found[$0] ?? [], as: UTF8.self)
                )
            }
        )
    }

    /// The blobs in a folder of the host.
    private func blobs(_ folder: String = HostFiles.tree) throws -> [String] {
        try device.host.names(folder).filter { $0.hasPrefix(".attr-") }
    }

    private func makeAll() throws -> [DevicePath] {
        try files.write([1], to: "/file", as: .complete)
        try files.makeDirectory("/folder")
        try files.makeLink(to: "file", at: "/link")
        try files.makeSpecial(.fifo, at: "/fifo", attributes: NewAttributes(mode: 0o600))
        return ["/file", "/folder", "/link", "/fifo", "/"]
    }

    @Test("are set, replaced and removed, of whatever there is")
    func changes() throws {
        for path in try makeAll() {
            #expect(try all(path) == [:])
            try set("user.b", "1", path)
            try set("user.a", "", path)
            try set("security.ünï", "three", path)
            #expect(try all(path) == ["user.a": "", "user.b": "1", "security.ünï": "three"])
            try set("user.b", "other", path)
            try files.removeExtendedAttribute(bytes("security.ünï"), of: path)
            #expect(try all(path) == ["user.a": "", "user.b": "other"])
            try files.removeExtendedAttribute(bytes("user.a"), of: path)
            try files.removeExtendedAttribute(bytes("user.b"), of: path)
            #expect(try all(path) == [:])
            #expect(try files.metadata(of: path).hasExtendedAttributes == false)
        }
        #expect(try blobs() == [])
        #expect(try files.read("/file") == [1])
    }

    @Test("are there in every lock state", arguments: Situation.allCases)
    func states(_ situation: Situation) throws {
        let device = try situation.device()
        try device.files.write([1], to: "/f", as: .complete)
        try device.files.setExtendedAttribute(bytes("user.a"), [1], of: "/f")
        try situation.enter(device)
        #expect(try device.files.extendedAttributes(of: "/f")[bytes("user.a")] == [1])
        try device.files.setExtendedAttribute(bytes("user.a"), [2], .replace, of: "/f")
        #expect(try device.files.extendedAttributes(of: "/f")[bytes("user.a")] == [2])
    }

    @Test("obey the rule that they are set by")
    func rules() throws {
        try files.write([1], to: "/f")
        let name = bytes("user.a")
        #expect(
            refusal { try files.setExtendedAttribute(name, [], .replace, of: "/f") } == .notFound
        )
        try files.setExtendedAttribute(name, [1], .create, of: "/f")
        #expect(
            refusal { try files.setExtendedAttribute(name, [2], .create, of: "/f") }
                == .alreadyExists
        )
        #expect(
            refusal { try files.removeExtendedAttribute(bytes("user.b"), of: "/f") } == .notFound
        )
        #expect(try files.extendedAttributes(of: "/f")[name] == [1])
        #expect(try blobs().count == 1)
    }

    @Test(
        "have names of three namespaces, of 255 bytes at most",
        arguments: [
            "", "user", "user.", "system.posix_acl_access", "a", "User.a", "user.\0",
            "user." + String(repeating: "n", count: 251),
        ]
    )
    func names(_ name: String) throws {
        try files.write([1], to: "/f")
        #expect(refusal { try set(name, "v", "/f") } == .invalidArgument)
        #expect(try blobs() == [])
    }

    @Test("take 64 KiB together, at most")
    func limit() throws {
        try files.write([1], to: "/f")
        let name = bytes("user.a")
        let most = 65_536 - name.count - 1
        let whole = [UInt8](repeating: 7, count: most)
        try files.setExtendedAttribute(name, whole, of: "/f")
        #expect(try files.extendedAttributes(of: "/f")[name] == whole)
        #expect(
            refusal { try files.setExtendedAttribute(bytes("user.b"), [], of: "/f") } == .noSpace
        )
        #expect(refusal { try files.setExtendedAttribute(name, whole + [1], of: "/f") } == .noSpace)
        #expect(try files.extendedAttributes(of: "/f")[name] == whole)
        for number in [0, 1, 1_000, 5_957] {
            try files.write([1], to: "/g")
            var many = ExtendedAttributes()
            for index in 0..<number { try many.set(bytes("user.\(10_000 + index)"), []) }
            try files.replaceExtendedAttributes(of: "/g", with: many)
            #expect(try files.extendedAttributes(of: "/g") == many)
        }
    }

    @Test("follow their file: into other folders, over other files, through folds and new keys")
    func moves() throws {
        try files.makeDirectory("/folder")
        let folder = try device.host.onlyFolder()
        try files.write([1], to: "/f", as: ProtectionClass.none)
        try files.write([2], to: "/folder/g")
        try set("user.of", "f", "/f")
        try set("user.of", "g", "/folder/g")
        try files.rename("/f", to: "/h")
        #expect(try all("/h") == ["user.of": "f"])
        try files.rename("/h", to: "/folder/g")
        #expect(try all("/folder/g") == ["user.of": "f"])
        #expect(try blobs() == [])
        #expect(try blobs(folder).count == 1)
        try files.overwrite([3, 4], to: "/folder/g")
        try files.setProtection(.complete, of: "/folder/g")
        #expect(try all("/folder/g") == ["user.of": "f"])
        try files.rename("/folder", to: "/moved")
        #expect(try all("/moved/g") == ["user.of": "f"])
        try files.copy("/moved/g", to: "/copy")
        #expect(try all("/copy") == ["user.of": "f"])
        try files.write([5], to: "/copy")
        #expect(try all("/copy") == [:])
        #expect(try blobs() == [])
        #expect(try files.check().notes == [])
        try files.removeTree("/moved")
        #expect(try device.host.names().count == 2)
    }

    @Test("an exchange of names takes each along", arguments: [true, false])
    func exchanged(sameFolder: Bool) throws {
        try files.makeDirectory("/folder")
        let other: DevicePath = sameFolder ? "/g" : "/folder/g"
        try files.write([1], to: "/f")
        try files.makeLink(to: "x", at: other)
        try set("user.of", "file", "/f")
        try set("trusted.of", "link", other)
        try files.rename("/f", to: other, .exchanging)
        #expect(try all(other) == ["user.of": "file"])
        #expect(try all("/f") == ["trusted.of": "link"])
        #expect(try files.linkTarget(of: "/f") == "x")
        #expect(try files.check().notes == [])
        #expect(try files.check().isClean)
    }

    @Test("missing or broken, they are damaged by themselves", arguments: [true, false])
    func damaged(isMissing: Bool) throws {
        for path in try makeAll().reversed() {
            let folder = path == "/folder" ? try device.host.onlyFolder() : HostFiles.tree
            let before = Set(try blobs(folder))
            try set("user.a", "value", path)
            let new = Set(try blobs(folder)).subtracting(before)
            let blob = try folder + "/" + #require(new.first)
            let whole = try device.host.bytes(blob)
            if isMissing {
                try device.host.remove(blob)
            } else {
                for bit in stride(from: 0, to: whole.count * 8, by: 3) {
                    try device.host.flip(bit: bit, of: blob)
                    #expect(refusal { try all(path) } == .authenticationFailure, "bit \(bit)")
                    try device.host.flip(bit: bit, of: blob)
                }
                for other in [Array(whole.dropLast()), whole + [0], [], Array(whole[..<24])] {
                    try device.host.put(other, blob)
                    #expect(refusal { try all(path) } == .authenticationFailure)
                }
            }
            #expect(refusal { try all(path) } == .authenticationFailure)
            #expect(refusal { try set("user.b", "", path) } == .authenticationFailure)
            #expect(try files.check().damaged.map(\.path) == [path.description])
            #expect(try files.check(repairing: true).damaged.map(\.path) == [path.description])
            // All else is as before.
            _ = try files.metadata(of: path)
            if path == "/file" { #expect(try files.read(path) == [1]) }
            try files.replaceExtendedAttributes(of: path, with: ExtendedAttributes())
            #expect(try all(path) == [:])
            #expect(try files.check().isClean)
        }
    }

    @Test("those of one file do not open for another, nor older ones for the same")
    func exchangedOnHost() throws {
        try files.write([1], to: "/a")
        try files.write([2], to: "/b")
        try set("user.a", "1", "/a")
        let first = try HostFiles.tree + "/" + #require(blobs().first)
        let old = try device.host.bytes(first)
        try set("user.a", "1", "/b")
        let second =
            try HostFiles.tree + "/" + #require(
                blobs().first { first != HostFiles.tree + "/" + $0 }
            )
        #expect(try device.host.bytes(second) != old)
        try device.host.put(old, second)
        #expect(refusal { try all("/b") } == .authenticationFailure)
        try set("user.a", "2", "/a")
        let third =
            try HostFiles.tree + "/" + #require(
                blobs().first { second != HostFiles.tree + "/" + $0 }
            )
        try device.host.put(old, third)
        #expect(refusal { try all("/a") } == .authenticationFailure)
    }

    @Test("those that no record names are leftovers, and a repair takes them away")
    func orphans() throws {
        try files.write([1], to: "/f")
        try set("user.a", "1", "/f")
        let name = try #require(blobs().first)
        try set("user.b", "2", .root)
        try device.host.put(
            [1, 2, 3],
            HostFiles.tree + "/.attr-" + String(repeating: "A", count: 32)
        )
        #expect(
            try files.check().notes.map(\.message) == [
                "1 leftover of interrupted work, 3 bytes, which a repair removes"
            ]
        )
        #expect(try files.check(repairing: true).repaired.count == 1)
        #expect(try blobs().count == 2)
        #expect(try blobs().contains(name))
        #expect(try all("/f") == ["user.a": "1"])
        #expect(try all(.root) == ["user.b": "2"])
    }

    @Test("as long as something in a folder cannot be read, none of them are taken for leftovers")
    func unknownOwner() throws {
        let entry = try device.host.newEntry { try files.write([1], to: "/f") }
        try set("user.a", "1", "/f")
        let whole = try device.host.bytes(entry)
        try device.host.put([UInt8](repeating: 1, count: whole.count), entry)
        _ = try files.check(repairing: true)
        try device.host.put(whole, entry)
        #expect(try all("/f") == ["user.a": "1"])
    }

    @Test("nothing of a value or a name stands on the host in clear")
    func sealed() throws {
        try files.write([1], to: "/f")
        try set("user.VERY-SECRET-NAME", "VERY-SECRET-VALUE", "/f")
        try files.makeLink(to: "VERY-SECRET-TARGET", at: "/link")
        for (path, bytes) in try device.host.allBytes() {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("SECRET"), "\(path)")
        }
    }
}
