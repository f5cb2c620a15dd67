import Testing

@Suite("An erase from the command line")
struct EraseTests {
    @Test(
        "one that was interrupted is finished by whatever command comes first",
        arguments: ["status", "boot", "ls", "unlock --passcode-file passcode", "erase --yes"]
    )
    func interrupted(line: String) throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        #expect(try desk.names(in: Self.keys).isEmpty == false)
        try desk.text("", in: "phone/.erased")
        try Refused(line, 66, "device-erased", hint: true).check(on: desk)
        #expect(try desk.names(in: Self.keys).isEmpty)
    }

    @Test("one that is named another file as the key spares that file")
    func foreign() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        try desk.text("dear diary", in: "diary")
        #expect(try desk.run("erase --yes --device-key diary").status == 65)
        try desk.text("", in: "phone/.erased")
        for line in ["erase --yes", "status", "boot"] {
            #expect(try desk.run("\(line) --device-key diary").status == 65, "\(line)")
            #expect(try desk.text(of: "diary") == "dear diary")
        }
        try Refused("status", 66, "device-erased", hint: true).check(on: desk)
        #expect(try desk.names(in: Self.keys).isEmpty)
    }

    private static let keys = "state/protectctl/keys"
}
