import ArgumentParser
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl cat`.
struct CatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Write files to standard output, one after the other."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("Files in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let session = try Session(global)
        for path in paths {
            try session.files.requireNoLink(
                path,
                hint: "'protectctl cat' of that path shows it, if it is in the device"
            )
            try session.files.read(path, into: HostStreamSink(.standardOutput))
        }
    }
}
