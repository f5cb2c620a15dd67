import AuditFacts
import AuditPolicy
import AuditRules
import ProtectionModel
import Testing

@Suite("rules about protected devices")
struct DeviceRuleTests {
    private func messages(_ device: DeviceFacts, _ policy: Policy = Policy()) throws -> [String] {
        let today = try #require(CalendarDay("2026-11-21"))
        let audit = RuleRun(facts: Facts(devices: [device]), policy: policy, today: today)
        return audit.report(toolVersion: "0") { _ in nil }.findings.map {
            "\($0.path) \($0.rule): \($0.message)"
        }
    }

    private func device(
        _ files: [StoredFile] = [],
        hasPasscode: Bool = true,
        reads: [IdentifierRead]? = []
    ) -> DeviceFacts {
        DeviceFacts(
            name: "phone",
            hasPasscode: hasPasscode,
            eraseAfterFailures: nil,
            minimumPasscodeLength: 0,
            files: files,
            readsWithoutPurpose: reads
        )
    }

    private func file(
        _ path: String,
        _ protectionClass: ProtectionClass?,
        isFolder: Bool = false
    ) -> StoredFile {
        StoredFile(
            path: path,
            protectionClass: protectionClass,
            byteCount: 1,
            isFolder: isFolder
        )
    }

    @Test("several findings about the device as a whole are all told")
    func whole() throws {
        var policy = Policy()
        policy.passcode.isRequired = true
        policy.passcode.minimumLength = 6
        policy.passcode.maximumFailures = 10
        let found = try messages(device(hasPasscode: false), policy)
        #expect(
            found.sorted() == [
                "/ device.passcode: a passcode may have any length: the policy demands at least 6",
                "/ device.passcode: no number of wrong passcodes erases the device: the policy demands it after 10",
                "/ device.passcode: no passcode is set: the policy requires one",
            ]
        )
    }

    @Test("folders, files of no known class and an unread ledger say nothing")
    func nothing() throws {
        var policy = Policy()
        policy.kinds = [
            DataKind(name: "all", paths: [PathPattern("/**")], minimumClass: .complete)
        ]
        let files = [
            file("/a", ProtectionClass.none, isFolder: true), file("/b", nil),
            file("/b-wal", ProtectionClass.none, isFolder: true),
        ]
        #expect(try messages(device(files, reads: nil), policy).isEmpty)
    }

    @Test("many readings are one finding, with the first places in the ledger")
    func readings() throws {
        let reads = (1...7).map {
            IdentifierRead(identifier: "vendor", application: "a.b", entry: $0)
        }
        #expect(
            try messages(device(reads: reads)) == [
                "/ device.read-without-purpose: a.b read the identifier 'vendor' without a purpose: "
                    + "entries 1, 2, 3, 4, 5 and 2 more of the ledger"
            ]
        )
    }

    @Test("a journal's own journal is one of its kind")
    func journals() throws {
        let found = try messages(
            device([
                file("/a-wal", .complete), file("/a-wal-wal", ProtectionClass.none),
                file("/-wal", .complete),
            ])
        )
        #expect(found.count == 1 && found[0].hasPrefix("/a-wal-wal device.sidecar-class"))
    }
}
