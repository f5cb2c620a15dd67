import Foundation
import PolicyAudit
import Testing

/// Two files whose names Linux tells apart and Swift's texts do not.
@Suite("audits of names that are the same text")
struct SameTextTests {
    private static let bad = """
        func save(_ data: Data, to url: URL) throws {
            try data.write(to: url, options: .noFileProtection)
        }
        """
    private static let accepted = bad.replacing(
        "    try",
        with: "    // protectctl:allow store.class-none -- shown to all\n    try"
    )
    private static let names: [[String]] = [
        ["\u{E9}.swift", "e\u{301}.swift"], ["K.swift", "\u{212A}.swift"],
        ["\u{C5}/a.swift", "A\u{30A}/a.swift", "\u{212B}/a.swift"],
        ["a/\u{301}.swift", "a\u{301}/.swift"],
    ]

    private let folder = AuditedFolder()

    private func runner() throws -> AuditRunner {
        var runner = try AuditRunner(policies: [.shipped(.baseline)], today: CalendarDay(.now))
        runner.rules = ["store.class-none"]
        return runner
    }

    @Test("each file's finding is reported, at a path of its own", arguments: names)
    func findings(_ names: [String]) throws {
        for name in names { try folder.write(name, Self.bad) }
        let audit = try runner().run(folder: folder.path)
        #expect(audit.findings.count == names.count && audit.fileCount == names.count)
        #expect(Set(audit.findings.map(\.path)).count == names.count)
        #expect(Set(audit.findings.map(\.fingerprint)).count == names.count)
        #expect(audit.findings.allSatisfy { $0.line == 2 && $0.excerpt.count == 1 })
        #expect(audit.unread.isEmpty)
    }

    @Test("a comment accepts what is in its own file alone", arguments: names)
    func comments(_ names: [String]) throws {
        for accepted in names {
            for name in names {
                try folder.write(
                    name,
                    name.utf8.elementsEqual(accepted.utf8) ? Self.accepted : Self.bad
                )
            }
            let audit = try runner().run(folder: folder.path)
            #expect(audit.findings.count { $0.suppression != nil } == 1)
            #expect(audit.findings.filter(\.counts).map(\.line) == names.dropFirst().map { _ in 2 })
        }
    }

    @Test("each is reached by its path as it is on disk", arguments: names)
    func changes(_ names: [String]) throws {
        for name in names { try folder.write(name, Self.bad) }
        try folder.write("other.swift", Self.bad)
        var runner = try runner()
        runner.changedPaths = Set(names)
        #expect(try runner.run(folder: folder.path).findings.count == names.count)
        for name in names {
            runner.changedPaths = [name]
            let paths = try runner.run(folder: folder.path).findings.map(\.path)
            #expect(!paths.isEmpty && !paths.contains("other.swift"))
        }
    }

    @Test("a baseline with one of them does not hold for the other", arguments: names.prefix(3))
    func baselines(_ names: [String]) throws {
        var runner = try runner()
        try folder.write(names[0], Self.bad)
        let first = try runner.run(folder: folder.path).baseline
        for name in names { try folder.write(name, Self.bad) }
        runner.baseline = try Baseline(reading: first.document())
        #expect(try runner.run(folder: folder.path).findings.count { $0.counts } >= names.count - 1)
        runner.baseline = nil
        let all = try runner.run(folder: folder.path).baseline
        runner.baseline = try Baseline(reading: all.document())
        #expect(try runner.run(folder: folder.path).findings.allSatisfy { !$0.counts })
    }
}
