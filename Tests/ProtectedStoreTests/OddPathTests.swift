import DeviceSimulation
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

/// A slash and a combining mark are one character of Swift's, and a slash all the same.
@Suite("Paths whose characters are more than one scalar")
struct OddPathTests {
    @Test(
        "are split at every slash",
        arguments: [
            ("/a/\u{301}b", ["a", "\u{301}b"]), ("/\u{301}", ["\u{301}"]),
            ("/a/\u{200D}/b", ["a", "\u{200D}", "b"]), ("/.\u{301}/x", [".\u{301}", "x"]),
            ("/a/../\u{301}b", ["\u{301}b"]),
        ]
    )
    func split(text: String, names: [String]) throws {
        let path = try DevicePath(text)
        #expect(path.components.map { Array($0.utf8) } == names.map { Array($0.utf8) })
        #expect(path.components.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) })
    }

    @Test("keep their folders listable")
    func listed() throws {
        let device = try SimulatedDevice.make()
        try device.files.makeDirectory("/a")
        try device.files.write([1], to: "/a/\u{301}b")
        #expect(try device.files.names(in: .root) == ["a"])
        #expect(try device.files.names(in: "/a") == ["\u{301}b"])
        #expect(try device.files.check().damaged.isEmpty)
    }

    @Test("cannot lead out of the root", arguments: ["/../\u{301}b", "/a/../../\u{301}"])
    func escape(text: String) {
        #expect(throws: ProtectionError.self) { try DevicePath(text) }
    }

    @Test("name no account with a slash", arguments: ["a/\u{301}b", "/\u{301}"])
    func account(name: String) throws {
        let credentials = DeviceCredentials(try SimulatedDevice.make().documents)
        #expect(refusal { try credentials.accounts(of: name) } == .invalidArgument)
    }

    @Test("are bytes: the two spellings of a letter are two names")
    func spellings() throws {
        let (composed, decomposed): (DevicePath, DevicePath) = ("/D\u{E9}", "/De\u{301}")
        #expect(!composed.contains(decomposed))
        #expect(!composed.contains(try decomposed.appending("x")))
        #expect(composed.contains(try composed.appending("x")))
        let device = try SimulatedDevice.make()
        try device.files.makeDirectory(composed)
        try device.files.rename(composed, to: decomposed)
        let names = try device.files.names(in: .root)
        #expect(names.map { Array($0.utf8) } == [Array("De\u{301}".utf8)])
        try device.files.makeDirectory(composed)
        #expect(try device.files.names(in: .root).count == 2)
    }

    @Test("may end in a slash where a person typed them, and then lead to folders alone")
    func typed() throws {
        let device = try SimulatedDevice.make()
        let files = device.files
        try files.makeDirectory("/folder")
        try files.write([1], to: "/file")
        let (folder, file) = (try DevicePath(typed: "/folder/"), try DevicePath(typed: "/file/"))
        let new = try DevicePath(typed: "/new/")
        #expect(folder == "/folder")
        #expect(try files.metadata(of: folder).kind == .directory)
        #expect(refusal { try files.metadata(of: file) } == .notADirectory)
        #expect(refusal { try files.read(file) } == .notADirectory)
        #expect(refusal { try files.write([2], to: file) } == .notADirectory)
        #expect(refusal { try files.remove(file) } == .notADirectory)
        #expect(refusal { try files.rename(file, to: "/x") } == .notADirectory)
        #expect(refusal { try files.write([2], to: new) } == .notFound)
        #expect(refusal { try files.rename("/file", to: new) } == .notFound)
        #expect(refusal { try files.open(new, .write, creating: true) } == .notFound)
        try files.makeDirectory(new)
        #expect(try files.names(in: .root) == ["file", "folder", "new"])
        for text in ["/a//", "//", "a/"] {
            #expect(throws: ProtectionError.self) { try DevicePath(typed: text) }
        }
        #expect(try DevicePath(typed: "/").isRoot)
        // A literal would be another initializer.
        let text = "/a/"
        #expect(throws: ProtectionError.self) { try DevicePath(text) }
    }
}
