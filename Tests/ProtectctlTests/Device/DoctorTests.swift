import Foundation
import Testing

@Suite("protectctl doctor")
struct DoctorTests {
    /// What depends on the machine that the tests run on.
    private static let ofMachine: Set<String> = ["swap", "core dumps", "clock", "memory of keys"]

    private let desk: Desk

    init() throws { desk = try .with(passcode: true) }

    /// What it warns of, but for the machine, and its status.
    private func warnings(_ line: String = "doctor --json") throws -> [String] {
        let run = try desk.run(line)
        let document = try run.json().object
        let findings = document?["findings"]?.array?.compactMap(\.object) ?? []
        let warnings = findings.filter { $0["level"] == .string("warning") }
        #expect(run.status == (warnings.isEmpty ? 0 : 1))
        #expect(document?["version"] == .number(1))
        for finding in findings {
            #expect(Set(finding.keys) == ["level", "subject", "message", "hint"])
        }
        let subjects = warnings.compactMap { $0["subject"]?.string }
        return subjects.filter { !Self.ofMachine.contains($0) }
    }

    @Test(
        "warns of a device that nothing recovers, and is content with one that has a recovery key"
    )
    func recovery() throws {
        #expect(try warnings() == ["recovery"])
        try desk.must("key add recovery --passcode-file passcode")
        #expect(try warnings() == [])
        try desk.must("lock --now")
        #expect(try warnings() == [])
        try desk.must("shutdown")
        #expect(try warnings() == [])
        #expect(try desk.must("status").output.contains("off"))
    }

    @Test("finds what others may get at, and says how to mend it")
    func modes() throws {
        try desk.must("key add recovery --passcode-file passcode")
        let status = try desk.must("status --json").json().object
        let key = try #require(status?["deviceKey"]?.string)
        for (path, subject) in [(desk.path("phone"), "device directory"), (key, "device key")] {
            let manager = FileManager.default
            let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            #expect(try warnings() == [subject])
            #expect(
                try desk.run("doctor").output.contains(
                    "chmod \(subject == "device key" ? 600 : 700)"
                )
            )
            try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
    }

    @Test("misses the record of wrong passcodes")
    func record() throws {
        try desk.must("key add recovery --passcode-file passcode")
        let status = try desk.must("status --json").json().object
        let key = try #require(status?["deviceKey"]?.string)
        try FileManager.default.removeItem(atPath: key + ".attempts")
        #expect(try warnings() == ["wrong passcodes"])
    }

    /// The messages about a subject.
    private func messages(_ subject: String, _ line: String = "doctor --json") throws -> [String] {
        let document = try desk.run(line).json().object
        let findings = document?["findings"]?.array?.compactMap(\.object) ?? []
        return findings.filter { $0["subject"]?.string == subject }
            .compactMap { $0["message"]?.string }
    }

    @Test("says what locks the device, and how soon its keys go")
    func locking() throws {
        #expect(try messages("lock") == ["nothing locks the device but 'protectctl lock'"])
        try desk.must("settings --auto-lock 5m --passcode-file passcode")
        #expect(try messages("lock") == ["after 5m without use"])
        #expect(
            try messages("grace") == ["keys go 10s after a lock; with 'lock --now' at once"]
        )
        #expect(
            try messages("agent") == ["no service has it: commands start it when they need it"]
        )
    }

    @Test("looks at what can be looked at where the device key is missing or damaged")
    func lostKey() throws {
        let status = try desk.must("status --json").json().object
        let key = try #require(status?["deviceKey"]?.string)
        try desk.must("shutdown")
        try Data(repeating: 7, count: 10).write(to: URL(filePath: key))
        #expect(try warnings() == ["device key"])
        try FileManager.default.removeItem(atPath: key)
        #expect(try warnings() == ["device key"])
        let run = try desk.run("doctor")
        #expect(run.output.contains("recover --new-device-key"))
        #expect(run.output.contains("swap"))
        #expect(run.status == 1)
    }

    @Test("warns of a device without a passcode, and nothing more of its keys")
    func noPasscode() throws {
        try desk.must("passcode remove --passcode-file passcode")
        #expect(try warnings() == ["passcode"])
    }

    @Test("has nothing to say of a device that is not there")
    func missing() throws {
        try Refused("doctor --device nowhere", 66, "device-not-found", hint: true).check(on: desk)
    }
}
