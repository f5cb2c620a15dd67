import ArgumentParser
import FoundationEssentials
import ProtectionModel

/// Implements `protectctl policy init`.
struct PolicyInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a policy to start from; an existing file is left alone."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("The file to make.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"])
    )
    var file = PolicyInput.standardName

    func run() throws {
        do {
            try Data(PolicyStarter.text.utf8)
                .write(to: URL(filePath: file), options: .withoutOverwriting)
        } catch {
            throw refusal(of: error)
        }
        global.console.talk(
            "wrote '\(file)'; 'protectctl policy show \(file)' says what it demands"
        )
    }

    private func refusal(of error: any Error) -> ToolError {
        let code = (error as? CocoaError).map { ErrorReport($0).code } ?? .inputOutput
        guard code == .alreadyExists else {
            return ToolError(code, "cannot write '\(file)'", path: file)
        }
        return ToolError(
            code,
            "'\(file)' is there already",
            path: file,
            hint: "name another file, or remove this one yourself"
        )
    }
}
