import ArgumentParser
import AuditFacts
import KeyManagement
import ProtectionModel
import Documents
import SystemIO

/// What is audited, and how.
struct AuditInput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A policy, a file or a shipped one; of several the later wins.",
            valueName: "policy"
        ),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var policy: [String] = []
    @OptionGroup var traits: TraitOptions
    @Option(help: ArgumentHelp("Run this rule only; may be repeated.", valueName: "rule"))
    var rule: [String] = []
    @Option(help: ArgumentHelp("Audit these files too.", valueName: "files"))
    var include: [Choice<IncludedScope>] = []
    @Option(
        help: ArgumentHelp("Report on files changed since a git revision.", valueName: "rev")
    )
    var changedSince: String?
    @Option(
        help: ArgumentHelp(
            "The day end dates are compared with; by default today.",
            valueName: "date"
        )
    )
    var today: String?
    @Option(help: ArgumentHelp("Threads that read; by default one per processor.", valueName: "n"))
    var jobs: Int?
    @Flag(help: "Read all sources again, and cache nothing of them.")
    var noCache = false

    /// Files of the app, and those that were asked for.
    var scopes: Set<FileScope> { Set([.app] + include.map(\.value.scope)) }

    /// The rules that run; `nil` for all.
    ///
    /// - Throws: `ToolError` for an unknown one.
    func rules() throws -> Set<String>? {
        for id in rule { _ = try RuleName.description(of: id) }
        return rule.isEmpty ? nil : Set(rule)
    }

    /// - Throws: `ToolError` for anything but a day.
    func day() throws -> CalendarDay {
        let text = today ?? String(MomentText.short(MachineClock().wallTime()).prefix(10))
        guard let day = CalendarDay(text) else {
            throw ToolError(.invalidArgument, "'\(text)' is not a day such as 2027-01-31")
        }
        return day
    }

    /// - Throws: `ToolError` for a number below one.
    func jobCount() throws -> Int {
        guard let jobs else { return max(1, SystemTime.processorCount) }
        guard (1...256).contains(jobs) else {
            throw ToolError(.invalidArgument, "--jobs takes a number from 1 to 256")
        }
        return jobs
    }
}
