import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id advertising`.
struct IdentifierAdvertisingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advertising",
        abstract: "Print the advertising identifier: all zero where tracking is not authorized.",
        discussion: "Standard error, and --json, say why it is all zero."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var reading: IdentifierReading

    func run() throws {
        let application = try reading.bundle()
        let found = try Session(global).identifiers().advertisingIdentifier(
            for: application,
            purpose: reading.purpose
        )
        try IdentifierDocument(
            .advertising,
            found.identifier,
            of: application,
            zeroReason: found.zeroReason
        ).print(global.console)
        if let reason = found.zeroReason {
            global.console.talk(
                "the advertising identifier is all zero: \(Self.sentence(reason, application))"
            )
        }
    }

    private static func sentence(_ reason: ZeroReason, _ application: BundleIdentifier) -> String {
        switch reason {
        case .simulator, .macOS, .visionOS:
            "it always is on this platform (\(reason.rawValue))"
        case .notDetermined:
            "the user was not asked, or has not answered; 'protectctl tracking request "
                + "\(application)' asks"
        case .denied: "the user said no to tracking"
        case .restricted: "tracking is restricted on this device"
        }
    }
}

/// Implements `protectctl id reset-advertising`.
struct IdentifierResetAdvertisingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-advertising",
        abstract: "Give the device another advertising identifier."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws { try Session(global).identifiers().resetAdvertisingIdentifier() }
}
