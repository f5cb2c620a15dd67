import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel

/// Implements `protectctl ls`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List folders; works in every lock state."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("l"), help: "Class, size, time, and what can be read now.")
    var long = false
    @Flag(name: .customShort("R"), help: "Folders in folders too.")
    var recursive = false
    @Argument(help: ArgumentHelp("Folders or files in the device.", valueName: "path"))
    var paths: [String] = ["/"]

    func run() throws {
        let paths = try paths.map { try DevicePath($0) }
        let session = try Session(global)
        let status = try session.keys.status()
        let listings = try paths.map { try entries($0, session.files) }
        if global.json {
            return try global.console.document(
                listings.joined().map { StatDocument($0, status, version: nil) }
            )
        }
        for (index, (path, entries)) in zip(paths, listings).enumerated() {
            if paths.count > 1 {
                if index > 0 { try global.console.data("") }
                try global.console.data(global.console.shown("\(path):"))
            }
            try print(entries, below: path, status)
        }
    }

    private func print(
        _ entries: [FileMetadata],
        below path: DevicePath,
        _ status: DeviceStatus
    ) throws {
        let console = global.console
        guard long else {
            for entry in entries { try console.data(console.shown(text(entry, below: path))) }
            return
        }
        var table = Table([.left, .left, .right, .left, .left])
        for entry in entries {
            table.add([
                entry.readableWord(status), entry.protection.name,
                entry.size.map(String.init) ?? "-", MomentText.short(entry.modified),
                console.shown(text(entry, below: path)),
            ])
        }
        for line in table.lines(style: { column, text in
            guard column == 0 else { return text }
            return console.paint(text, text.hasPrefix("locked") ? .bad : .good)
        }) {
            try console.data(line)
        }
    }

    private func entries(_ path: DevicePath, _ files: FileStore) throws -> [FileMetadata] {
        let metadata = try files.metadata(of: path)
        guard metadata.kind == .directory else { return [metadata] }
        var entries: [FileMetadata] = []
        for name in try files.names(in: path) {
            let child = try files.metadata(of: try path.appending(name))
            entries.append(child)
            if recursive, child.kind == .directory {
                entries += try self.entries(child.path, files)
            }
        }
        return entries
    }

    private func text(_ entry: FileMetadata, below path: DevicePath) -> String {
        let names =
            entry.path == path
            ? entry.path.components.suffix(1) : entry.path.components[path.components.count...]
        return names.joined(separator: "/") + (entry.kind == .directory ? "/" : "")
    }
}

extension FileMetadata {
    /// Whether the content can be read now; folders have none, their names can always be read.
    func isReadable(_ status: DeviceStatus) -> Bool {
        kind == .directory || status.isOpenable(protection)
    }

    fileprivate func readableWord(_ status: DeviceStatus) -> String {
        kind == .directory ? "folder" : isReadable(status) ? "readable" : "locked"
    }
}
