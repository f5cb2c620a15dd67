import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl fsck`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fsck",
        abstract: "Check every file as far as the lock state allows.",
        discussion: """
            Ends with 1 when something is damaged, else with 75 when something could not be looked at \
            now, for instance because it is being written. A locked file is never called damaged. A \
            note on standard error is not damage: bytes after the last whole write of a file, which \
            nothing reads, and leftovers of interrupted work. --repair removes both. Without a path the device's \
            own settings are checked too; theirs begin with 'system:'.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Put right what a crash left; never touches damaged content.")
    var `repair` = false
    @Argument(help: "The file or folder to check.")
    var path = "/"

    func run() throws {
        let path = try DevicePath(typed: path)
        let session = try Session(global)
        let bar = ProgressBar(global.console, total: nil)
        var report = try session.files.check(path, repairing: `repair`) { path in
            bar.begin(path.description)
            bar.advance(by: 0)
        }
        // The device's own settings are part of the whole.
        if path.isRoot, let documents = try session.documents.check(repairing: `repair`) {
            report.add(documents: documents)
        }
        bar.end()
        for note in report.notes { global.console.talk("note: \(note.path): \(note.message)") }
        if global.json {
            try global.console.document(CheckDocument(report))
        } else {
            try print(report)
        }
        if !report.isClean { throw ExitCode(1) }
        if let first = report.unread.first {
            throw ProtectionError(
                .busy,
                "\(report.unread.count) could not be looked at; first '\(first.path)': \(first.message)"
            )
        }
    }

    private func print(_ report: CheckReport) throws {
        let console = global.console
        for finding in report.damaged {
            try console.data(
                "\(console.paint("damaged", .bad))   \(console.shown("\(finding.path): \(finding.message)"))"
            )
        }
        for finding in report.unread {
            try console.data(
                "\(console.paint("unread", .bad))    \(console.shown("\(finding.path): \(finding.message)"))"
            )
        }
        for finding in report.repaired {
            try console.data(
                "\(console.paint("repaired", .good))  \(console.shown("\(finding.path): \(finding.message)"))"
            )
        }
        try console.data(
            "\(report.checked) checked, \(report.skippedLocked) locked and skipped, "
                + "\(report.damaged.count) damaged, \(report.repaired.count) repaired"
                + (report.unread.isEmpty ? "" : ", \(report.unread.count) unread")
        )
    }
}
