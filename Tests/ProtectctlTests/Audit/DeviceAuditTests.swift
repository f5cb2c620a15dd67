import Testing

@Suite("Audits of protected devices")
struct DeviceAuditTests {
    private static let policy = """
        policy: 1
        passcode: {required: true}
        kinds:
          mail: {sensitivity: personal, class: complete, paths: ["/mail/**"]}

        """

    private func desk(passcode: Bool = true) throws -> Desk {
        let desk = try Desk.with(passcode: passcode)
        try desk.text(Self.policy, in: "p.yml")
        try desk.must("mkdir /mail")
        try desk.must("put --class none - /mail/a.db", input: "x")
        return desk
    }

    private static let audit = "audit --device phone --policy p.yml"

    @Test("a file with a weaker class fails, and passes when it has the right one")
    func drift() throws {
        let desk = try desk()
        let before = try desk.run(Self.audit)
        #expect(before.status == 1, "\(before.talk)")
        #expect(before.output.contains("/mail/a.db\n"))
        #expect(before.output.contains("class none: the policy demands complete of 'mail'"))
        #expect(!before.output.contains(" 1:1 "))
        try desk.must("protect complete /mail/a.db")
        let after = try desk.run(Self.audit)
        #expect(after.status == 0, "\(after.output)")
    }

    @Test("headers are enough: locked, and before the first unlock")
    func locked() throws {
        let desk = try desk()
        try desk.must("lock --now")
        #expect(try desk.run(Self.audit).status == 1)
        try desk.must("reboot")
        let early = try desk.run(Self.audit)
        #expect(early.status == 1 && early.output.contains("policy.store-drift"))
        #expect(early.output.contains("not known before the first unlock"))
        try desk.must("shutdown")
        #expect(try desk.run("\(Self.audit) --no-boot").status == 75)
    }

    @Test("the inventory has every file")
    func inventory() throws {
        let document = try desk().run("\(Self.audit) --json").json().object
        let rows = try #require(document?["inventory"]?.array)
        #expect(rows.count == 1)
        #expect(rows.first?.object?["path"]?.string == "/mail/a.db")
        #expect(rows.first?.object?["kind"]?.string == "mail")
    }

    @Test("a device without a passcode, and readings without a purpose")
    func passcodeAndLedger() throws {
        let desk = try desk(passcode: false)
        try desk.must("app install com.example.a")
        try desk.must("id vendor com.example.a")
        let run = try desk.run("\(Self.audit) --rule device.passcode")
        #expect(run.status == 1 && run.output.contains("no passcode is set"))
        let reads = try desk.run("\(Self.audit) --rule device.read-without-purpose")
        #expect(reads.status == 0 && reads.output.contains("com.example.a read the identifier"))
    }

    @Test("the device of the environment is not a reason to audit one")
    func environment() throws {
        let desk = try desk()
        try desk.shell("mkdir App && echo 'let a = 1' > App/a.swift")
        #expect(try desk.run("audit App --policy p.yml").status == 0)
        #expect(try desk.run("audit App --device phone --policy p.yml").status == 1)
    }
}
