import Foundation
import PolicyAudit
import Testing

/// What a user of the library does, with the product's import alone.
@Suite("audits by the library")
struct AuditRunnerTests {
    private static let source = """
        func save(_ data: Data, to url: URL) throws {
            try data.write(to: url, options: .noFileProtection)
        }
        """

    private let folder = AuditedFolder()

    private func runner(_ policies: [PolicySource] = [.shipped(.baseline)]) throws -> AuditRunner {
        try AuditRunner(policies: policies, today: CalendarDay(.now))
    }

    @Test("a folder's findings count against a threshold")
    func findings() throws {
        try folder.write("App/Store.swift", Self.source)
        let audit = try runner().run(folder: folder.path)
        #expect(audit.findings.map(\.rule) == ["store.class-none"])
        #expect(audit.findings.first?.path == "App/Store.swift")
        #expect(audit.findings.first?.line == 2)
        #expect(audit.fails() && audit.fails(at: .note))
        #expect(audit.fileCount == 1 && audit.unread.isEmpty && audit.inventory.isEmpty)
        #expect(!audit.accessMatrix.isEmpty)
    }

    @Test("every kind of report is made, the same each time", arguments: ReportFormat.allCases)
    func reports(format: ReportFormat) throws {
        try folder.write("Store.swift", Self.source)
        let text = try runner().run(folder: folder.path).report(as: format)
        #expect(text.contains("store.class-none") && text.hasSuffix("\n"))
        #expect(try runner().run(folder: folder.path).report(as: format) == text)
        #expect(!format.fileName.isEmpty)
    }

    @Test("a policy is read from a file with what it extends beside it")
    func policyFile() throws {
        try folder.write("App/Store.swift", Self.source)
        try folder.write("base.yml", "policy: 1\nname: base\nextends: [strict]\n")
        try folder.write(
            "audit.yml",
            "policy: 1\nname: own\nextends: [./base.yml]\nrules: {store.class-none: off}\n"
        )
        let audit = try runner([.file(folder.path + "/audit.yml")])
            .run(folder: folder.path + "/App")
        #expect(audit.findings.allSatisfy { $0.rule != "store.class-none" })
    }

    @Test("traits select overlays; a text is a policy too")
    func traits() throws {
        try folder.write("Store.swift", Self.source)
        let policy = PolicySource.text(
            """
            policy: 1
            name: own
            extends: [baseline]
            overlays:
              - when: {configuration: Debug}
                rules: {store.class-none: note}
            """,
            named: "own.yml"
        )
        for (configuration, level) in [("Debug", FindingLevel.note), ("Release", .error)] {
            let audit = try AuditRunner(
                policies: [policy],
                traits: ["configuration": configuration],
                today: CalendarDay(.now)
            ).run(folder: folder.path)
            #expect(audit.findings.map(\.level) == [level])
        }
    }

    @Test("what is wrong with policies, traits, rules and folders is an error")
    func errors() throws {
        let code = #expect(throws: ProtectionError.self) { try runner([.file("/none/such.yml")]) }?
            .code
        #expect(code?.description == "malformed-policy")
        let wrong = #expect(throws: ProtectionError.self) {
            try runner([.text("policy: 1\nnames: x\n", named: "own.yml")])
        }
        #expect(wrong?.message.hasPrefix("own.yml:2:1: ") == true)
        let trait = #expect(throws: ProtectionError.self) {
            try AuditRunner(
                policies: [.shipped(.strict)],
                traits: ["colour": "red"],
                today: CalendarDay(.now)
            )
        }
        #expect(trait?.code == .invalidArgument)
        let missing = #expect(throws: ProtectionError.self) {
            try runner().run(folder: "/none/such")
        }
        #expect(missing?.code == .notFound && missing?.path == "/none/such")
        var asked = try runner()
        asked.rules = ["store.class-nothing"]
        let one = asked
        let rule = #expect(throws: ProtectionError.self) { try one.run(folder: folder.path) }
        #expect(rule?.code == .invalidArgument)
    }

    @Test("findings of a baseline do not count, and the next baseline keeps them")
    func baseline() throws {
        try folder.write("Store.swift", Self.source)
        var runner = try runner()
        let first = try runner.run(folder: folder.path)
        runner.baseline = try Baseline(reading: first.baseline.document())
        let second = try runner.run(folder: folder.path)
        #expect(second.findings.map(\.isBaselined) == [true] && !second.fails(at: .note))
        #expect(second.baseline == first.baseline)
        #expect(throws: ProtectionError(.malformedReport, "")) { try Baseline(reading: [0]) }
    }

    @Test("a comment accepts a finding until its day")
    func suppression() throws {
        try folder.write(
            "Store.swift",
            Self.source.replacing(
                "\n    try",
                with:
                    "\n    // protectctl:allow store.class-none until 2026-01-31 -- moved soon\n    try"
            )
        )
        let before = try #require(CalendarDay("2026-01-31"))
        let after = try #require(CalendarDay("2026-02-01"))
        var runner = try runner()
        runner.rules = ["store.class-none"]
        runner.today = before
        let accepted = try runner.run(folder: folder.path).findings
        #expect(accepted.map(\.suppression?.reason) == ["moved soon"])
        runner.today = after
        #expect(try runner.run(folder: folder.path).findings.map(\.counts) == [true])
    }

    @Test("only what changed is reported, and only what is asked for is read")
    func selection() throws {
        try folder.write("App/A.swift", Self.source)
        try folder.write("App/B.swift", Self.source)
        try folder.write("AppTests/C.swift", Self.source)
        var runner = try runner()
        runner.changedPaths = ["App/B.swift"]
        #expect(try runner.run(folder: folder.path).findings.map(\.path) == ["App/B.swift"])
        runner.changedPaths = nil
        runner.scopes = [.app, .tests]
        runner.threadCount = 4
        #expect(try runner.run(folder: folder.path).findings.count == 3)
    }

    @Test("the reading tells how far it has come")
    func progress() async throws {
        for name in ["A", "B", "C"] { try folder.write("\(name).swift", Self.source) }
        var runner = try runner()
        try await confirmation(expectedCount: 3) { read in
            runner.progress = { _, _ in read() }
            _ = try runner.run(folder: folder.path)
        }
    }

    @Test("rules are described without an audit")
    func rules() throws {
        let rule = try #require(RuleCatalogue.description(of: "store.class-none"))
        #expect(rule.level == .error && rule.group == "store" && !rule.summary.isEmpty)
        #expect(RuleCatalogue.descriptions.count > 80)
    }
}

/// A folder of this test alone, gone with the object.
final class AuditedFolder: Sendable {
    let path = NSTemporaryDirectory() + "audit-\(UUID())"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }
}
