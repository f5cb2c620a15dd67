import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectedStore

/// Implements `protectctl id settings`.
struct IdentifierSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print or change what identifiers depend on: account, platform, vendor rule.",
        discussion: """
            Without an option for a change they are printed. They can be read and changed in every \
            lock state. A new vendor rule counts at the next install of each application.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("Whose device it is.", valueName: "account"))
    var account: Choice<DeviceAccount>?
    @Option(help: ArgumentHelp("What the applications run on.", valueName: "platform"))
    var platform: Choice<DevicePlatform>?
    @Option(
        help: ArgumentHelp("How the vendor follows from a bundle identifier.", valueName: "rule")
    )
    var vendorRule: Choice<VendorRule>?

    func run() throws {
        let identifiers = IdentifierService(of: try Session(global).documents)
        guard account != nil || platform != nil || vendorRule != nil else {
            return try print(try identifiers.settings())
        }
        try identifiers.updateSettings { settings in
            if let account { settings.account = account.value }
            if let platform { settings.platform = platform.value }
            if let vendorRule { settings.vendorRule = vendorRule.value }
        }
    }

    private func print(_ settings: IdentifierSettings) throws {
        guard !global.json else { return try global.console.document(Document(settings)) }
        var table = Table([.left, .left])
        table.add(["account", settings.account.rawValue])
        table.add(["platform", settings.platform.rawValue])
        table.add(["vendor rule", settings.vendorRule.rawValue])
        table.add([
            "tracking", settings.isTrackingForbidden ? "forbidden by a profile" : "not forbidden",
        ])
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Document: Encodable {
        let version = 1
        let account: String
        let platform: String
        let vendorRule: String
        let trackingForbidden: Bool

        init(_ settings: IdentifierSettings) {
            account = settings.account.rawValue
            platform = settings.platform.rawValue
            vendorRule = settings.vendorRule.rawValue
            trackingForbidden = settings.isTrackingForbidden
        }
    }
}
