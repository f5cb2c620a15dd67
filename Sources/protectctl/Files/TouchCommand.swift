import ArgumentParser
import KeyManagement
import ProtectedStore
import ProtectionModel

/// Implements `protectctl touch`.
struct TouchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch",
        abstract: "Set the times of files to now; make missing ones."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("Files in the device.", valueName: "path"))
    var paths: [String]

    func run() throws {
        let paths = try paths.map { try DevicePath(typed: $0) }
        let files = try Session(global).files
        for path in paths {
            do {
                try files.setAttributes(AttributeChange(accessed: .now, modified: .now), of: path)
            } catch let error as ProtectionError where error.code == .notFound {
                try files.write([], to: path)
            }
        }
    }
}
