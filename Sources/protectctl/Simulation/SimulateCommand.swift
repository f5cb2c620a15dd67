import ArgumentParser
import DeviceSimulation
import Foundation
import KeyManagement
import ProtectionModel
import SystemIO

/// Implements `protectctl simulate`.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run scenarios in memory, on a virtual clock.",
        discussion:
            """
            No waiting, no agent, the same result every time. Ends with 1 when a step falls short. \
            When a scenario cannot be read, none is run. 'man protectctl-simulate' has all steps.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Write a JUnit report here too.", valueName: "file"),
        completion: .file()
    )
    var junit: String?
    @Argument(
        help: ArgumentHelp("Scenario files, or '-' for standard input.", valueName: "scenario"),
        completion: .file(extensions: ["yml", "yaml", "json"])
    )
    var scenarios: [String]

    func run() throws {
        let parsed = try loadAll()
        let runner = ScenarioRunner()
        let bar = ProgressBar(global.console, total: nil)
        let report = ScenarioReport(
            try parsed.map { scenario in
                bar.begin(scenario.name)
                bar.advance(by: 0)
                return try runner.run(scenario)
            }
        )
        bar.end()
        if let junit { try write(report.junit(), to: junit) }
        if global.json {
            try global.console.data(try report.json())
        } else {
            try global.console.data(painted(report.text()))
        }
        if !report.passed { throw ExitCode(1) }
    }

    /// Reads all before any is run: when one cannot be read, none is run.
    private func loadAll() throws -> [Scenario] {
        var parsed: [Scenario] = []
        var unread = UnreadScenarios()
        var status: Int32?
        for path in scenarios {
            do {
                parsed += try load(path)
            } catch {
                guard let report = ErrorReport(error)?.of(command: "simulate") else { throw error }
                report.print(asJSON: global.json)
                unread.add(path, code: report.code, message: report.message)
                // Malformed is the lowest of those that are possible, and the worst.
                status = min(status ?? report.status, report.status)
            }
        }
        guard let status else { return parsed }
        if let junit { try write(unread.junit(notRun: parsed), to: junit) }
        throw ExitCode(status)
    }

    private func load(_ path: String) throws -> [Scenario] {
        let bytes: [UInt8]
        do {
            bytes = try HostInput.bytes(of: path, limit: ScenarioFile.byteLimit)
        } catch {
            throw ToolError(
                HostPath.isFolder(path) ? .isADirectory : ErrorCode(error),
                "cannot read the scenario '\(path)'",
                path: path
            )
        }
        return try ScenarioFile.load(bytes: bytes, file: path)
    }

    private func write(_ text: String, to path: String) throws {
        try HostText.write(
            text,
            to: path,
            hint: "--junit names a file in a folder that exists"
        )
    }

    private func painted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("✓") { return global.console.paint(String(line), .good) }
            if line.hasPrefix("✗") { return global.console.paint(String(line), .bad) }
            return String(line)
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
