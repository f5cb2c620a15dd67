import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SystemIO
import SystemPackage
import TestSupport
import Testing

/// A name in a message must not move a cursor, turn the direction of writing or begin a line.
@Suite("Messages about hostile names")
struct ErrorMessageTests {
    private static let name = "a\u{1B}[2J\u{7F}\u{85}\u{202E}\u{2066}\u{2028}\u{2029}\r\nb"
    private static let shown =
        #"a\u{1B}[2J\u{7F}\u{0085}\u{202E}\u{2066}\u{2028}\u{2029}\r\nb"#

    @Test("are printable, and the path beside them is the name itself")
    func store() throws {
        let files = try SimulatedDevice.make().files
        let path = try DevicePath("/\(Self.name)")
        expect(path, .notFound) { () throws(ProtectionError) in try files.read(path) }
        try files.makeDirectory(path)
        expect(path, .isADirectory) { () throws(ProtectionError) in try files.read(path) }
        expect(path, .alreadyExists) { () throws(ProtectionError) in
            try files.makeDirectory(path)
        }
    }

    @Test("say so too when it is not a path, and when the failure lies below")
    func below() throws {
        let error = #expect(throws: ProtectionError.self) { try DevicePath(Self.name) }
        #expect(error?.path == Self.name)
        #expect(error?.message.hasPrefix("'\(Self.shown)' is not a path") == true)
        let call = SystemError(.ioError, call: "openat", name: Self.name)
        #expect(call.name == Self.name)
        #expect(call.description.hasPrefix("openat '\(Self.shown)': "))
        let path = try DevicePath("/\(Self.name)")
        #expect(ProtectionError(call, path: path).message.hasPrefix("'/\(Self.shown)': openat"))
    }

    @Test("are escaped once, however often they are passed on")
    func once() throws {
        let path = try DevicePath("/\(Self.name)")
        let error = ProtectionError(.busy, "'\(Self.name)' is busy").about(path)
        #expect(error.message == "'/\(Self.shown)': '\(Self.shown)' is busy")
        #expect(ProtectionError(error.code, error.message).message == error.message)
    }

    @Test("have line feeds only between the lines of several failures")
    func lines() {
        let error = ProtectionError(.malformedPolicy, lines: ["a\nb", "c"])
        #expect(error.message == "a\\nb\nc")
    }

    @Test(
        "keep what people write",
        arguments: [
            "", "notes.txt", "日本", "De\u{301}", "👩\u{200D}🚀", "می\u{200C}خواهم", #"\u{1B}"#,
        ]
    )
    func harmless(text: String) {
        #expect(Array(ProtectionError(.notFound, text).message.utf8) == Array(text.utf8))
    }

    private func expect<Result>(
        _ path: DevicePath,
        _ code: ErrorCode,
        _ body: () throws(ProtectionError) -> Result
    ) {
        do throws(ProtectionError) {
            _ = try body()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == code)
            #expect(error.path == path.description)
            #expect(error.message.contains("'/\(Self.shown)'"))
        }
    }
}
