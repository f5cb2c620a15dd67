import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import Documents

/// Implements `protectctl ls`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List folders; works in every lock state.",
        discussion: """
            With -l or --json, files whose headers are damaged are named on standard error, and the \
            status is 65.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(name: .customShort("l"), help: "Class, mode, size, time, and what can be read now.")
    var long = false
    @Flag(name: .customShort("R"), help: "Folders within folders too, each with its whole path.")
    var recursive = false
    @Argument(help: ArgumentHelp("Folders or files in the device.", valueName: "path"))
    var paths: [String] = ["/"]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let session = try Session(global)
        let status = try session.keys.status()
        let failures = FailureLog(global.console, of: "ls")
        let listings = try paths.map { try listing($0, session.files, failures) }
        if global.json {
            try global.console.document(
                listings.joined().compactMap { entry in
                    try entry.metadata.map {
                        try StatDocument($0, status, session.files, version: nil)
                    }
                }
            )
            return try failures.finish()
        }
        for (index, (path, entries)) in zip(paths, listings).enumerated() {
            if paths.count > 1 {
                if index > 0 { try global.console.data("") }
                try global.console.data(global.console.shown("\(path):"))
            }
            try print(entries, status, session.files)
        }
        try failures.finish()
    }

    private func print(
        _ entries: [Entry],
        _ status: DeviceStatus,
        _ files: FileStore
    ) throws {
        let console = global.console
        guard long else {
            for entry in entries { try console.data(console.shown(text(entry))) }
            return
        }
        var table = Table([.left, .left, .left, .right, .left, .left])
        for entry in entries {
            let metadata = entry.metadata
            table.add([
                metadata?.readableWord(status) ?? "damaged", metadata?.className ?? "-",
                metadata?.modeLetters ?? "-", metadata?.size.map(String.init) ?? "-",
                metadata.map { MomentText.short($0.modified) } ?? "-",
                console.shown(text(entry) + target(of: entry, files)),
            ])
        }
        for line in table.lines(style: { column, text in
            guard column == 0 else { return text }
            let isBad = text.hasPrefix("locked") || text.hasPrefix("damaged")
            return console.paint(text, isBad ? .bad : .good)
        }) {
            try console.data(line)
        }
    }

    /// A name, and what is known of it where that was asked for and is intact.
    private struct Entry {
        let path: DevicePath
        let kind: FileMetadata.Kind
        let metadata: FileMetadata?
    }

    private func listing(
        _ path: DevicePath,
        _ files: FileStore,
        _ failures: FailureLog
    ) throws -> [Entry] {
        guard try files.kind(of: path) == .directory else {
            let metadata = long || global.json ? try files.metadata(of: path) : nil
            let kind = try metadata?.kind ?? files.kind(of: path)
            return [Entry(path: path, kind: kind, metadata: metadata)]
        }
        return try entries(path, files, failures)
    }

    private func entries(
        _ path: DevicePath,
        _ files: FileStore,
        _ failures: FailureLog
    ) throws -> [Entry] {
        var entries: [Entry] = []
        for name in try files.names(in: path) {
            let child = try path.appending(name)
            let kind = try files.kind(of: child)
            let needsMore = long || global.json
            let metadata =
                needsMore ? try failures.attempt { try files.metadata(of: child) } : nil
            entries.append(Entry(path: child, kind: kind, metadata: metadata))
            // What was said of a folder once is not said again.
            guard recursive, kind == .directory, metadata != nil || !needsMore else { continue }
            entries += try failures.attempt { try self.entries(child, files, failures) } ?? []
        }
        return entries
    }

    private func target(of entry: Entry, _ files: FileStore) -> String {
        guard entry.kind == .symbolicLink else { return "" }
        return " -> " + ((try? files.linkTarget(of: entry.path)) ?? "?")
    }

    /// The name; where names are of several folders, the whole path, which other commands take.
    private func text(_ entry: Entry) -> String {
        (recursive ? entry.path.description : entry.path.name ?? "")
            + (entry.kind == .directory ? "/" : "")
    }
}

extension FileMetadata {
    /// Whether the content can be read now; folders have none, their names can always be read.
    func isReadable(_ status: DeviceStatus) -> Bool {
        kind != .file || status.isOpenable(protection)
    }

    /// Nil for links and special files, which have none.
    fileprivate var className: String? {
        kind == .file || kind == .directory ? protection.name : nil
    }

    fileprivate func readableWord(_ status: DeviceStatus) -> String {
        switch kind {
        case .file: isReadable(status) ? "readable" : "locked"
        case .directory: "folder"
        default: kind.rawValue
        }
    }
}
