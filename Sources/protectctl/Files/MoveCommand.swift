import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl mv`.
struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Rename or move; classes stay. Works in every lock state.",
        discussion: "A folder that exists takes SOURCE under its own name."
    )

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A file or folder in the device.")
    var source: String
    @Argument(help: "The new path, or a folder that exists.")
    var target: String

    func run() throws {
        let source = try DevicePath(source)
        let target = try DevicePath(target)
        let files = try Session(global).files
        try files.rename(source, to: try files.place(of: source, at: target))
    }
}
