import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import Documents

/// Implements `protectctl stat`.
struct StatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Show what is known of files; works in every lock state."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("Files and folders in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let session = try Session(global)
        // All are looked up before anything is printed.
        let all = try paths.map { try session.files.metadata(of: $0) }
        let status = try session.keys.status()
        if global.json { return try document(all, status) }
        for (index, metadata) in all.enumerated() {
            if index > 0 { try global.console.data("") }
            try print(metadata, status)
        }
    }

    /// One path has a document of its own; several are an array, as those of `ls`.
    private func document(_ all: [FileMetadata], _ status: DeviceStatus) throws {
        guard all.count == 1 else {
            return try global.console.document(
                all.map { StatDocument($0, status, version: nil) }
            )
        }
        try global.console.document(StatDocument(all[0], status))
    }

    private func print(_ metadata: FileMetadata, _ status: DeviceStatus) throws {
        var table = Table([.left, .left])
        table.add(["path", global.console.shown(metadata.path.description)])
        table.add(["type", metadata.kind.rawValue])
        table.add(["class", metadata.protection.name])
        if let size = metadata.size { table.add(["size", "\(size)"]) }
        table.add(["modified", MomentText.rfc3339(metadata.modified)])
        table.add(["mode", "\(metadata.modeDigits) (\(metadata.modeLetters))"])
        table.add(["readable now", metadata.isReadable(status) ? "yes" : "no"])
        for line in table.lines() { try global.console.data(line) }
    }
}
