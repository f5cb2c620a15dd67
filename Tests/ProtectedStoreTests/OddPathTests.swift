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
        #expect(throws: DevicePathError.self) { try DevicePath(text) }
    }

    @Test("name no account with a slash", arguments: ["a/\u{301}b", "/\u{301}"])
    func account(name: String) throws {
        let credentials = DeviceCredentials(try SimulatedDevice.make().documents)
        #expect(refusal { try credentials.accounts(of: name) } == .invalidArgument)
    }
}
