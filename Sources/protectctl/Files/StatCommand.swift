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
        if global.json { return try document(all, status, session.files) }
        for (index, metadata) in all.enumerated() {
            if index > 0 { try global.console.data("") }
            try print(metadata, status, session.files)
        }
    }

    /// One path has a document of its own; several are an array, as those of `ls`.
    private func document(
        _ all: [FileMetadata],
        _ status: DeviceStatus,
        _ files: FileStore
    ) throws {
        guard all.count == 1 else {
            return try global.console.document(
                all.map { try StatDocument($0, status, files, version: nil) }
            )
        }
        try global.console.document(StatDocument(all[0], status, files))
    }

    private func print(
        _ metadata: FileMetadata,
        _ status: DeviceStatus,
        _ files: FileStore
    ) throws {
        let console = global.console
        var table = Table([.left, .left])
        table.add(["path", console.shown(metadata.path.description)])
        table.add(["type", metadata.kind.rawValue])
        if metadata.kind == .symbolicLink {
            table.add(["target", console.shown(try files.linkTarget(of: metadata.path))])
        }
        table.add(["class", metadata.protection.name])
        if let size = metadata.size { table.add(["size", "\(size)"]) }
        table.add(["modified", MomentText.rfc3339(metadata.modified)])
        table.add(["changed", MomentText.rfc3339(metadata.changed)])
        table.add(["accessed", MomentText.rfc3339(metadata.accessed)])
        table.add(["created", MomentText.rfc3339(metadata.created)])
        table.add(["mode", "\(metadata.modeDigits) (\(metadata.modeLetters))"])
        table.add(["owner", "\(metadata.owner):\(metadata.group)"])
        table.add(["inode", "\(metadata.number)"])
        let extended =
            metadata.hasExtendedAttributes ? try? files.extendedAttributes(of: metadata.path) : nil
        for name in extended?.names ?? [] {
            table.add(["attribute", console.shown(String(decoding: name, as: UTF8.self))])
        }
        table.add(["readable now", metadata.isReadable(status) ? "yes" : "no"])
        for line in table.lines() { try global.console.data(line) }
    }
}
