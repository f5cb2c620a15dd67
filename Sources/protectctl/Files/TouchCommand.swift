import ArgumentParser
import KeyManagement
import ProtectedStore
import ProtectionModel

/// Implements `protectctl touch`.
struct TouchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch",
        abstract: "Set the time of files to now; make missing ones."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("Files in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let files = try Session(global).files
        for path in paths {
            do {
                try files.setModified(MachineClock().wallTime(), of: path)
            } catch {
                guard error.code == .notFound else { throw error }
                try files.write([], to: path)
            }
        }
    }
}
