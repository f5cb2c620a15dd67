import ArgumentParser
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl put`.
struct PutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Put files, folders or '-' (stdin) into the device.",
        usage: "protectctl put [<options>] <src> ... <path>",
        discussion: """
            Each file is replaced whole or not at all. An existing folder <path> takes a file under \
            its own name; a folder <src> becomes <path>, and is merged into an existing folder. \
            Several keep their own names in an existing folder <path>.

            A file that is replaced gets the class of its folder, unless --class or --keep-class \
            say otherwise. Modes, owners, times, symbolic links and the user's extended attributes \
            are kept; hard links and holes are not, and special files are left out.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        name: .customLong("class"),
        help: "The class of what is put; by default that of the folder it goes to."
    )
    var protection: Choice<ProtectionClass>?
    @Flag(help: "A file that is replaced keeps its class.")
    var keepClass = false
    @Flag(help: "Add the content to the end of the file.")
    var append = false
    @Flag(help: "Return when written, not when durable.")
    var noSync = false
    @Option(
        help: ArgumentHelp("Threads for large files; by default one per processor.", valueName: "n")
    )
    var jobs: Int?
    @Argument(
        help: ArgumentHelp(
            "Files or folders on the host, or '-', then the path in the device.",
            valueName: "path"
        ),
        completion: .file()
    )
    var paths: [String]

    func validate() throws {
        guard !keepClass || protection == nil else {
            throw ValidationError("--keep-class and --class exclude each other")
        }
        guard paths.count > 1 else { throw ValidationError("missing argument '<path>'") }
        guard paths.count == 2 || !paths.dropLast().contains("-") else {
            throw ValidationError("standard input has no name: put '-' alone")
        }
        guard jobs ?? 1 > 0 else { throw ValidationError("--jobs must be at least 1") }
    }

    func run() throws {
        let sources = paths.dropLast()
        let target = try DevicePath(typed: paths[sources.endIndex])
        let interruption = try Interruption()
        let session = try Session(global, jobs: jobs)
        let bar = ProgressBar(
            global.console,
            total: sources.contains("-") ? nil : HostPath.size(of: Array(sources)),
            of: .filesAndBytes
        )
        defer { bar.end() }
        let importer = Importer(
            files: session.files,
            console: global.console,
            bar: bar,
            protection: protection?.value,
            keepsClass: keepClass,
            appends: append,
            durability: noSync ? .none : .full,
            device: try session.deviceIdentity()
        )
        interruption.onSignal { [files = session.files] in
            files.takeAwayUnfinished()
            importer.reportStop(isInterrupted: true)
        }
        if sources.count > 1 { try importer.requireFolder(target, for: sources) }
        try put(Array(sources), to: target, with: importer)
        importer.reportOddities()
    }

    private func put(
        _ sources: [String],
        to target: DevicePath,
        with importer: Importer
    ) throws {
        let folders = sources.filter { $0 != "-" && HostPath.isFolder($0) }
        guard !append || folders.isEmpty else {
            throw ToolError(
                .isADirectory,
                "'\(folders[0])' is a folder",
                path: folders[0],
                hint: "--append takes files only"
            )
        }
        // A single folder becomes the path itself.
        let places = try sources.map { source in
            let isPlace = sources.count == 1 && !folders.isEmpty
            return (source, isPlace ? target : try importer.place(of: source, at: target))
        }
        guard sources.count > 1 && !append || !folders.isEmpty else {
            for (source, place) in places { try importer.putFile(source, to: place) }
            return
        }
        do {
            try importer.put(places)
        } catch {
            importer.reportStop(isInterrupted: false)
            throw error
        }
    }
}
