import ArgumentParser
import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto

/// Implements `protectctl notify register`.
struct NotifyRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract:
            "Make an application's keys for sealed pushes; prints what its server is told, as JSON.",
        discussion: """
            What is sealed to the key of class C can be opened from the first unlock on, to that of \
            class A while the device is unlocked. Repeated, it makes what is missing and prints the \
            same again. With --rotate new keys take the place of those in use, which open for 30 days \
            more.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("A or C (C); may be repeated for both.", valueName: "class")
    )
    var classes: [Choice<ProtectionClass>] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The public key of the only server whose pushes are opened.",
            valueName: "key"
        )
    )
    var sender: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The team that signed it.", valueName: "id")
    )
    var team: String?
    @Flag(help: "Replace the keys in use.")
    var rotate = false
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func validate() throws {
        guard !rotate || (classes.isEmpty && sender == nil && team == nil) else {
            throw ValidationError("--rotate replaces all keys, and goes with no other option")
        }
    }

    func run() throws {
        let application = try BundleIdentifier(application)
        let sender = try sender.map { text in
            guard let key = Base64URL.decode(text) else {
                throw ToolError(
                    .invalidArgument,
                    "'\(text)' is not a public key in base64url",
                    hint: "'protectctl notify sender-key FILE' makes a pair and prints it"
                )
            }
            return key
        }
        let center = try Session(global).notifications.center(of: application)
        let registration =
            if rotate {
                try center.rotateKeys()
            } else if classes.isEmpty {
                try center.register(team: team, sender: sender)
            } else {
                try center.register(Set(classes.map(\.value)), team: team, sender: sender)
            }
        try global.console.data(String(decoding: try registration.json, as: UTF8.self))
    }
}
