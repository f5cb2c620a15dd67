import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Implements `protectctl cp`.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cp",
        abstract: "Copy a file; the copy has the source's class.",
        discussion: "A folder that exists takes SOURCE under its own name."
    )

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A file in the device.")
    var source: String
    @Argument(help: "The new path, or a folder that exists.")
    var target: String

    func run() throws {
        let source = try DevicePath(source)
        let target = try DevicePath(target)
        let files = try Session(global).files
        try files.copy(source, to: try files.place(of: source, at: target))
    }
}
