import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The device's directory.", valueName: "dir"))
    var device: String?

    @Option(help: ArgumentHelp("The file with the device key.", valueName: "file"))
    var deviceKey: String?

    @Flag(help: "Print data, and errors, as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "No talk and no progress on standard error.")
    var quiet = false

    @Option(help: "Colours: auto, always or never.")
    var color: ColorChoice = .auto

    @Flag(help: "Fail with 'device-off' instead of booting a device that is off.")
    var noBoot = false

    var console: Console { Console(quiet: quiet, json: json, color: color) }
}
