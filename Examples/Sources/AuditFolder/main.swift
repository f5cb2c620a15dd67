// Audits a folder of app sources against a policy and writes two reports.
//
//     audit-folder FOLDER POLICY REPORTS
//
// The status is 1 when there are findings at the level of warnings or above.
import Foundation
import PolicyAudit

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("audit-folder: \(message)\n".utf8))
    exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3 else {
    end("usage: audit-folder FOLDER POLICY REPORTS", status: 64)
}
let words = Array(arguments)
let (folder, policy, reports) = (words[0], words[1], URL(filePath: words[2]))

do {
    var runner = try AuditRunner(
        policies: [.shipped(.strict), .file(policy)],
        traits: ["configuration": "Release"],
        today: CalendarDay(.now)
    )
    runner.threadCount = ProcessInfo.processInfo.activeProcessorCount

    // What was there when auditing began does not count.
    let known = reports.appending(path: "baseline.json")
    if let bytes = try? Data(contentsOf: known) {
        runner.baseline = try Baseline(reading: Array(bytes))
    }

    let audit = try runner.run(folder: folder)

    for finding in audit.findings where finding.counts {
        print(
            "\(finding.path):\(finding.line): \(finding.level): \(finding.message) [\(finding.rule)]"
        )
    }
    for input in audit.unread { print("\(input.path): not read: \(input.message)") }

    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
    for format in [ReportFormat.sarif, .html] {
        let text = audit.report(as: format)
        try Data(text.utf8).write(to: reports.appending(path: format.fileName))
    }
    exit(audit.fails(at: .warning) ? 1 : 0)
} catch let error as ProtectionError {
    end(error.message, status: error.code == .malformedPolicy ? 65 : 66)
} catch {
    end("\(error)", status: 73)
}
