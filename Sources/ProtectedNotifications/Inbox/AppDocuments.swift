import KeyManagement
import ProtectedStore
import ProtectionModel

/// What an app may do, and what the user decided.
///
/// Under class D, because a push before the first unlock has to be judged, too: whoever has the device
/// key learns which apps may notify, and nothing of what they say.
struct AppSettingsDocument: NotificationDocument {
    static let name = "settings.json"
    static let protection = ProtectionClass.none

    var version = 1
    /// What the user decided; who has not asked has nothing that could be on.
    var settings = NotificationSettings.unasked
    /// Whether the prompt is on the screen.
    var isAsking = false
    /// What the app asked for.
    var options: NotificationOptions = []
    /// What the app is entitled to.
    var entitlements: NotificationEntitlements = []
    /// The number on its icon.
    var badge = 0
}

extension NotificationSettings {
    /// Those of an app that has not asked for anything.
    static var unasked: NotificationSettings {
        var settings = NotificationSettings()
        settings.alertSetting = .notSupported
        settings.soundSetting = .notSupported
        settings.badgeSetting = .notSupported
        return settings
    }
}

extension AppSettingsDocument {
    /// Decides whether the app may notify; it may do what it has asked for, unless the user has switched that
    /// off.
    mutating func authorize(_ authorization: NotificationAuthorization) {
        settings.authorization = authorization
        func set(_ setting: inout NotificationSetting, _ option: NotificationOptions) {
            guard options.contains(option) else { return setting = .notSupported }
            if setting == .notSupported { setting = .enabled }
        }
        set(&settings.alertSetting, .alert)
        set(&settings.soundSetting, .sound)
        set(&settings.badgeSetting, .badge)
        set(&settings.criticalAlertSetting, .criticalAlert)
        if !entitlements.contains(.criticalAlerts) {
            settings.criticalAlertSetting = .notSupported
        }
    }
}

/// An app's categories; they name what the user can do, and may hold words.
struct CategoriesDocument: NotificationDocument {
    static let name = "categories.json"
    static let protection = ProtectionClass.completeUntilFirstUserAuthentication

    var version = 1
    /// A later one of a name takes the place of an earlier one.
    var categories: [NotificationCategory] = []

    subscript(_ identifier: String) -> NotificationCategory? {
        categories.last { $0.identifier == identifier }
    }
}

/// An app's requests that wait.
struct PendingDocument: NotificationDocument {
    static let name = "pending.json"
    static let protection = ProtectionClass.completeUntilFirstUserAuthentication

    var version = 1
    var schedule = NotificationSchedule()
}

/// What the user did with notifications, until the app gets it.
struct ResponsesDocument: NotificationDocument {
    /// A response to one notification: one of its identifier that comes later is another.
    struct Given: Codable, Equatable {
        let response: NotificationResponse
        /// The notification's.
        let serial: String

        func isTo(_ entry: Inbox.Entry) -> Bool { serial == entry.serial }
    }

    /// A response that waits for the unlock, in the run of the device in which it was given.
    struct Waiting: Codable, Equatable {
        let given: Given
        let run: DeviceRun
    }

    static let name = "responses.json"
    static let protection = ProtectionClass.completeUntilFirstUserAuthentication
    /// The longest text of a response, in bytes (M).
    static let textByteLimit = 65_536

    var version = 1
    var waiting: [Waiting] = []
    /// Those that the app can have.
    var given: [Given] = []

    /// Keeps as many as there are notifications, the newest, of what an app never takes.
    ///
    /// - Returns: what the app will never get.
    mutating func keepLimit() -> [Given] {
        let lost = given.dropLast(Inbox.limit)
        given.removeFirst(lost.count)
        waiting.removeFirst(max(0, waiting.count - Inbox.limit))
        return Array(lost)
    }
}

/// The keys of an app's sealed pushes, and what has come of them.
struct PushKeysDocument: NotificationDocument {
    /// A key pair; the private key is a file of its own, in the pair's class.
    struct Pair: Codable, Equatable {
        let publicKey: [UInt8]
        let isComplete: Bool
        /// When another took its place; nil for the present one.
        var retired: Timestamp?

        var protection: ProtectionClass {
            isComplete ? .complete : .completeUntilFirstUserAuthentication
        }

        /// What a push names it by.
        var keyID: [UInt8] { SealedPush.keyID(of: publicKey) }

        var fileName: String { keyID.hex + PushKeys.keyEnd }
    }

    static let name = "push.json"
    static let protection = ProtectionClass.completeUntilFirstUserAuthentication

    var version = 1
    /// Empty until the app registers.
    var token: [UInt8] = []
    var team: String?
    /// The public key of the only server whose pushes are opened.
    var sender: [UInt8]?
    var pairs: [Pair] = []
    /// For each sender that is or was known, by its public key: one that returns goes on from
    /// its last number.
    var windows: [String: ReplayWindow] = [:]
    /// For anybody's pushes: the beginnings of the hashes of the last.
    var seen: [[UInt8]] = []
}

/// The settings of the device that belong to no app.
struct QuietDocument: Codable, Equatable {
    /// In the folder of all apps, of which none can have this name.
    static let name = "@quiet.json"

    var version = 1
    var quiet = QuietTime()
}

extension QuietDocument {
    /// What is set; nothing without a document.
    static func read(_ files: FileStore, _ folder: DevicePath) throws -> QuietDocument {
        try AppFolder.decoded(name, files, in: folder) ?? QuietDocument()
    }

    /// Keeps it under class D: it says nothing of what anybody was told.
    func write(_ files: FileStore, _ folder: DevicePath) throws {
        try AppFolder.write(self, as: Self.name, .none, files, in: folder)
    }
}
