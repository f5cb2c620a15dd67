import ArgumentParser
import KeyAgent
import ProtectedStore
import ProtectionModel

/// Implements `protectctl stat`.
struct StatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Show what is known of a file or folder in every lock state."
    )

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A file or folder in the device.")
    var path: String

    func run() throws {
        let path = try DevicePath(path)
        let session = try Session(global)
        let metadata = try session.files.metadata(of: path)
        let status = try session.keys.status()
        if global.json {
            return try global.console.document(StatDocument(metadata, status))
        }
        var table = Table([.left, .left])
        table.add(["path", metadata.path.description])
        table.add(["type", metadata.kind.rawValue])
        table.add(["class", metadata.protection.name])
        if let size = metadata.size { table.add(["size", "\(size)"]) }
        table.add(["modified", MomentText.rfc3339(metadata.modified)])
        table.add(["readable now", metadata.isReadable(status) ? "yes" : "no"])
        for line in table.lines() { try global.console.data(line) }
    }
}
