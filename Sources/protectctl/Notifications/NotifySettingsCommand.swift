import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectedNotifications

/// Implements `protectctl notify settings`.
struct NotifySettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print what an application may do with notifications, or change it as the user.",
        discussion: """
            What a profile forces counts, whatever the user sets; the profile is named behind it. \
            Settings are changed while the device is unlocked, and contents then change their class \
            with the previews.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("When contents show.", valueName: "when"))
    var previews: Choice<PreviewsSetting>?
    @Option(help: ArgumentHelp("Show them on the lock screen.", valueName: "on|off"))
    var lockScreen: Choice<OnOff>?
    @Option(help: ArgumentHelp("Show them in the center.", valueName: "on|off"))
    var center: Choice<OnOff>?
    @Option(help: ArgumentHelp("Show them at all; they are kept anyway.", valueName: "on|off"))
    var alerts: Choice<OnOff>?
    @Option(help: ArgumentHelp("Let them be heard.", valueName: "on|off"))
    var sounds: Choice<OnOff>?
    @Option(help: ArgumentHelp("Let them change the icon's number.", valueName: "on|off"))
    var badges: Choice<OnOff>?
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    private var isChange: Bool {
        previews != nil
            || [lockScreen, center, alerts, sounds, badges].contains { $0 != nil }
    }

    func run() throws {
        let application = try BundleIdentifier(application)
        let notifications = try Session(global).notifications
        guard isChange else {
            return try show(notifications.settings(of: application), of: application)
        }
        try checkSupport(notifications.settings(of: application).settings, application)
        try notifications.updateSettings(of: application) { settings in
            if let previews { settings.showsPreviews = previews.value }
            if let lockScreen { settings.showsOnLockScreen = lockScreen.isOn }
            if let center { settings.showsInCenter = center.isOn }
            if let alerts { settings.alertSetting = alerts.setting }
            if let sounds { settings.soundSetting = sounds.setting }
            if let badges { settings.badgeSetting = badges.setting }
        }
        remark(on: try notifications.settings(of: application))
    }

    /// What the app has not asked for is no switch of the user's.
    private func checkSupport(
        _ settings: NotificationSettings,
        _ application: BundleIdentifier
    ) throws {
        // Then there is nothing to set at all, which is said by itself.
        guard settings.authorization != .notDetermined else { return }
        let switches = [
            (alerts, settings.alertSetting, "alerts"), (sounds, settings.soundSetting, "sounds"),
            (badges, settings.badgeSetting, "badges"),
        ]
        for (choice, setting, name) in switches where choice != nil && setting == .notSupported {
            throw ToolError(
                .invalidArgument,
                "'\(application)' has not asked for \(name): there is nothing to set"
            )
        }
    }

    private func remark(on limited: LimitedNotificationSettings) {
        let changes: [(LimitedNotificationSettings.Setting, Bool)] = [
            (.showsPreviews, previews != nil), (.showsOnLockScreen, lockScreen != nil),
            (.showsInCenter, center != nil), (.sound, sounds != nil), (.badge, badges != nil),
        ]
        for (setting, isSet) in changes where isSet {
            guard let profiles = limited.forced[setting] else { continue }
            global.console.talk(
                "note: '\(setting.word)' is forced by \(profiles.joined(separator: ", ")), "
                    + "which counts before what was set"
            )
        }
    }

    private func show(
        _ limited: LimitedNotificationSettings,
        of application: BundleIdentifier
    ) throws {
        guard !global.json else {
            return try global.console.document(
                NotificationSettingsDocument(application, limited)
            )
        }
        let settings = limited.settings
        let rows: [(LimitedNotificationSettings.Setting?, String, String)] = [
            (.authorization, "authorization", settings.authorization.rawValue),
            (.showsPreviews, "previews", settings.showsPreviews.rawValue),
            (.showsOnLockScreen, "lock-screen", OnOff(settings.showsOnLockScreen).word),
            (.showsInCenter, "center", OnOff(settings.showsInCenter).word),
            (nil, "alerts", settings.alertSetting.text),
            (.sound, "sounds", settings.soundSetting.text),
            (.badge, "badges", settings.badgeSetting.text),
            (.criticalAlert, "critical", settings.criticalAlertSetting.text),
        ]
        var table = Table([.left, .left, .left])
        for (setting, name, value) in rows {
            let profiles = setting.flatMap { limited.forced[$0] } ?? []
            table.add([
                name, value,
                profiles.isEmpty
                    ? "" : "forced by \(profiles.joined(separator: ", "))".printable,
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }
}

/// The settings of an application as JSON.
private struct NotificationSettingsDocument: Encodable {
    let version = 1
    let app: String
    let authorization: String
    let previews: String
    let lockScreen: Bool
    let center: Bool
    let alerts: String
    let sounds: String
    let badges: String
    let critical: String
    /// The profiles that force a setting, by the setting's key.
    let forced: [String: [String]]

    init(_ application: BundleIdentifier, _ limited: LimitedNotificationSettings) {
        let settings = limited.settings
        app = application.description
        authorization = settings.authorization.rawValue
        previews = settings.showsPreviews.rawValue
        lockScreen = settings.showsOnLockScreen
        center = settings.showsInCenter
        alerts = settings.alertSetting.rawValue
        sounds = settings.soundSetting.rawValue
        badges = settings.badgeSetting.rawValue
        critical = settings.criticalAlertSetting.rawValue
        forced = Dictionary(
            limited.forced.map {
                ($0.key == .showsOnLockScreen ? "lockScreen" : $0.key.word, $0.value)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension LimitedNotificationSettings.Setting {
    /// Its name on the command line.
    fileprivate var word: String {
        switch self {
        case .sound: "sounds"
        case .badge: "badges"
        case .criticalAlert: "critical"
        default: rawValue
        }
    }
}

extension NotificationSetting {
    fileprivate var text: String {
        switch self {
        case .notSupported: "not supported"
        case .disabled: "off"
        case .enabled: "on"
        }
    }
}

extension Choice<OnOff> {
    fileprivate var isOn: Bool { value == .on }
    fileprivate var setting: NotificationSetting { isOn ? .enabled : .disabled }
}

/// Implements `protectctl notify quiet`.
struct NotifyQuietCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet",
        abstract: "Begin or end a quiet time; without an argument, print whether it is quiet.",
        discussion: """
            While it is quiet the lock screen shows only what is urgent, and what comes from \
            applications that are allowed; the rest follows when it ends. It is changed while the \
            device is unlocked.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "With on: an application that it does not concern; may be repeated.",
            valueName: "bundle"
        )
    )
    var allow: [String] = []
    @Argument(help: ArgumentHelp("on or off.", valueName: "on|off"))
    var position: Choice<OnOff>?

    func validate() throws {
        guard allow.isEmpty || position?.value == .on else {
            throw ValidationError("--allow goes with 'on'")
        }
    }

    func run() throws {
        let allowed = Set(try allow.map { try BundleIdentifier($0).description })
        let session = try Session(global)
        let notifications = session.notifications
        if let position {
            try session.checkUnlockedForSettings()
            // An application that is not there would never be allowed.
            for application in allow {
                _ = try notifications.settings(of: BundleIdentifier(application))
            }
            var quiet = QuietTime()
            quiet.isQuiet = position.value == .on
            quiet.allowed = allowed
            return try notifications.setQuietTime(quiet)
        }
        let quiet = try notifications.quietTime
        let word = OnOff(quiet.isQuiet).word
        guard !global.json else {
            return try global.console.document(
                Document(quiet: word, allowed: quiet.allowed.sorted())
            )
        }
        try global.console.data(([word] + quiet.allowed.sorted()).joined(separator: " "))
    }

    private struct Document: Encodable {
        let version = 1
        let quiet: String
        let allowed: [String]
    }
}
