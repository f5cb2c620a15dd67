import Foundation
import Testing

@Suite("An erase from the command line")
struct EraseTests {
    @Test(
        "one that was interrupted is finished by whatever command comes first",
        arguments: ["status", "boot", "ls", "unlock --passcode-file passcode", "erase --yes"]
    )
    func interrupted(line: String) throws {
        let desk = try interruptedErase()
        #expect(try desk.names(in: Self.keys).isEmpty == false)
        try Refused(line, 66, "device-erased", hint: true).check(on: desk)
        #expect(try desk.names(in: Self.keys).isEmpty)
    }

    @Test("one that is named another file as the key spares that file")
    func foreign() throws {
        let desk = try interruptedErase()
        try desk.text("dear diary", in: "diary")
        for line in ["erase --yes", "status", "boot"] {
            #expect(try desk.run("\(line) --device-key diary").status == 65, "\(line)")
            #expect(try desk.text(of: "diary") == "dear diary")
        }
        try Refused("status", 66, "device-erased", hint: true).check(on: desk)
        #expect(try desk.names(in: Self.keys).isEmpty)
    }

    @Test(
        "nothing is erased for a forged mark",
        arguments: ["status", "boot", "ls", "erase --yes"]
    )
    func forged(line: String) throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        try desk.text("", in: "phone/.erased")
        try Refused(line, 65, "authentication-failure", hint: true).check(on: desk)
        try FileManager.default.removeItem(at: desk.folder.appending(path: "phone/.erased"))
        try desk.must("ls")
    }

    /// A device whose key was put back after its erase had begun: what a crash would leave.
    private func interruptedErase() throws -> Desk {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let kept = try desk.names(in: Self.keys).map { name in
            (name, try Data(contentsOf: desk.folder.appending(path: "\(Self.keys)/\(name)")))
        }
        try desk.must("erase --yes")
        for (name, key) in kept {
            try key.write(to: desk.folder.appending(path: "\(Self.keys)/\(name)"))
        }
        return desk
    }

    private static let keys = "state/protectctl/keys"
}
