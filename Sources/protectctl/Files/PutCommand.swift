import ArgumentParser
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl put`.
struct PutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Put a file, standard input ('-') or a folder into the device.",
        discussion: """
            Each file is replaced whole or not at all. An existing folder PATH takes a file under its \
            own name; a folder SRC becomes PATH, and is merged into a folder that is there.
            """
    )

    @OptionGroup var global: GlobalOptions
    @Option(
        name: .customLong("class"),
        help: "The class of what is put; by default that of the folder it goes to."
    )
    var protection: ProtectionClass?
    @Flag(help: "A file that is replaced keeps its class.")
    var keepClass = false
    @Flag(help: "Put the content behind what the file has.")
    var append = false
    @Flag(help: "Return when written, not when durable.")
    var noSync = false
    @Option(help: ArgumentHelp("Threads for large files.", valueName: "n"))
    var jobs: Int?
    @Argument(help: "A file or folder on the host, or '-'.")
    var source: String
    @Argument(help: "Where in the device.")
    var path: String

    func validate() throws {
        guard !keepClass || protection == nil else {
            throw ValidationError("--keep-class and --class exclude each other")
        }
    }

    func run() throws {
        let target = try DevicePath(path)
        let session = try Session(global, jobs: jobs)
        let bar = ProgressBar(
            global.console,
            total: source == "-" ? nil : HostTree.size(of: source)
        )
        defer { bar.end() }
        let importer = Importer(
            files: session.files,
            console: global.console,
            bar: bar,
            protection: protection,
            keepsClass: keepClass,
            appends: append,
            durability: noSync ? .none : .full
        )
        if source != "-", HostTree.isFolder(source) {
            guard !append else {
                throw ToolError(.isADirectory, "'\(source)' is a folder", path: source)
            }
            try importer.putFolder(source, to: target)
            importer.reportSkipped()
        } else {
            try importer.putFile(source, to: try importer.place(of: source, at: target))
        }
    }
}
