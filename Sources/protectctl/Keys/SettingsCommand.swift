import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

/// Implements `protectctl settings`.
struct SettingsCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Change settings of the device, while it is unlocked.",
        discussion: """
            'protectctl status' prints them. What makes the device more lenient takes the passcode. \
            What an installed profile demands stays in force, whichever is stricter. The cipher and \
            the cost of a guess are those of 'init'.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup(title: "Authorization") var authorization: Authorization
    @Option(
        help: ArgumentHelp(
            "How long after a lock class A can still be read.",
            valueName: "duration"
        )
    )
    var grace: DurationArgument?
    @Option(
        help: ArgumentHelp("Lock the device when idle for so long.", valueName: "duration|never")
    )
    var autoLock: OptionalDurationArgument?
    @Option(
        help: ArgumentHelp(
            "Restart the device when locked for so long.",
            valueName: "duration|never"
        )
    )
    var inactivityReboot: OptionalDurationArgument?
    @Option(
        help: ArgumentHelp(
            "Close complete-when-user-inactive files when locked for so long.",
            valueName: "duration|never"
        )
    )
    var userInactiveAfter: OptionalDurationArgument?
    @Option(
        help: ArgumentHelp(
            "Erase the device after so many wrong passcodes.",
            valueName: "n|never"
        )
    )
    var maxFailedAttempts: OptionalCountArgument?
    @Option(help: ArgumentHelp("How long to wait after wrong passcodes.", valueName: "table"))
    var delays: Choice<DelayTable>?

    func validate() throws {
        guard change != SettingsChange() else {
            throw ValidationError("name a setting to change; 'protectctl status' prints all")
        }
        for (name, time) in [
            ("--auto-lock", autoLock?.duration),
            ("--inactivity-reboot", inactivityReboot?.duration),
        ] where time == .zero {
            // Such a device would never stay unlocked.
            throw ValidationError("\(name) must be more than 0; 'never' leaves it out")
        }
    }

    func run() throws {
        let keys = try Session(global).keys
        if !authorization.isGiven {
            // Most changes need none; only the device knows.
            do { return try keys.changeSettings(change, authorizedBy: nil) } catch let error
                as ProtectionError where error.code == .passcodeRequired
            {}
        }
        try keys.changeSettings(change, authorizedBy: try authorization.credential(keys))
    }

    private var change: SettingsChange {
        var change = SettingsChange()
        change.grace = grace?.duration
        change.autoLock = autoLock.map(\.duration)
        change.inactivityReboot = inactivityReboot.map(\.duration)
        change.userInactiveAfter = userInactiveAfter.map(\.duration)
        change.maximumFailedAttempts = maxFailedAttempts.map(\.count)
        change.delays = delays?.value
        return change
    }
}

/// A number that is at least 1, or the word `never`.
struct OptionalCountArgument: ExpressibleByArgument {
    let count: UInt32?

    init?(argument: String) {
        guard argument != "never" else {
            count = nil
            return
        }
        guard let number = UInt32(argument), number > 0 else { return nil }
        count = number
    }
}
