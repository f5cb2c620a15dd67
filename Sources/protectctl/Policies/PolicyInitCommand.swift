import ArgumentParser
import FoundationEssentials
import ProtectionModel
import SystemIO

/// Implements `protectctl policy init`.
struct PolicyInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a policy to start from; an existing file is left alone."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("The file to make; '-' is standard output.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"])
    )
    var file = PolicyInput.standardName

    func run() throws {
        guard file != "-" else {
            return try HostStream.standardOutput.write(Array(PolicyStarter.text.utf8).span.bytes)
        }
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
        let refusal = HostText.refusal(
            of: file,
            error,
            hint: "name a file in a folder that exists"
        )
        guard refusal.code == .alreadyExists else { return refusal }
        return ToolError(
            refusal.code,
            "'\(file)' is there already",
            path: file,
            hint: "name another file, or remove this one yourself"
        )
    }
}
