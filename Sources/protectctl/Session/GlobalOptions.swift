import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The device's directory.", valueName: "dir"),
        completion: .directory
    )
    var device: String?

    @Option(
        help: ArgumentHelp("The file with the device key.", valueName: "file"),
        completion: .file()
    )
    var deviceKey: String?

    @Flag(help: "Print data, and errors, as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "No messages and no progress, errors only.")
    var quiet = false

    @Option(help: ArgumentHelp("When to colour data.", valueName: "when"))
    var color: ColorChoice = .auto

    @Flag(help: "Fail where a device that is off would be booted.")
    var noBoot = false

    var console: Console { Console(quiet: quiet, json: json, color: color) }
}
