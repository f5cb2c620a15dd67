import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel

/// What a step about notifications does, with its arguments.
enum NotificationStep: Sendable {
    /// An application asks to notify, and the user answers when there is something to answer; without
    /// entitlements it has those that it had.
    case authorize(
        BundleIdentifier,
        NotificationOptions,
        NotificationEntitlements?,
        NotificationAnswer?
    )
    /// The user changes what an application may do; without changes it is looked at.
    case set(BundleIdentifier, SettingChanges)
    /// A quiet time begins, changes or ends.
    case beQuiet(QuietTime)
    /// An application adds a category to those that it has.
    case addCategory(BundleIdentifier, NotificationCategory)
    /// An application makes a key for sealed pushes, and tells its server.
    case register(BundleIdentifier, ProtectionClass, team: String?)
    /// From now on an application has this service extension.
    case installService(BundleIdentifier, StepService)
    /// A push is sent.
    case push(BundleIdentifier, StepPush)
    /// An application adds a request.
    case schedule(BundleIdentifier, NotificationRequest)
    /// The device is somewhere.
    case move(NotificationPlace.Position)
    /// An application removes notifications.
    case remove(BundleIdentifier, Removal)
    /// The user chooses an action of a notification.
    case respond(BundleIdentifier, String, action: String, text: String?)
    /// An application takes what the user chose.
    case takeResponses(BundleIdentifier)
    /// The user looks at a screen.
    case lookAt(NotificationScreen.Place)
    /// An application looks at what it has delivered.
    case lookInto(BundleIdentifier)

    /// What the user changes; nil leaves a setting as it is.
    struct SettingChanges: Sendable {
        let previews: PreviewsSetting?
        let showsOnLockScreen: Bool?
        let showsInCenter: Bool?
        let alertSetting: NotificationSetting?
        let soundSetting: NotificationSetting?
        let badgeSetting: NotificationSetting?

        var isEmpty: Bool {
            previews == nil && showsOnLockScreen == nil && showsInCenter == nil
                && [alertSetting, soundSetting, badgeSetting].allSatisfy { $0 == nil }
        }
    }

    /// What an application removes.
    enum Removal: Sendable {
        /// Those with these identifiers, delivered or pending.
        case these([String])
        case all(delivered: Bool, pending: Bool)
    }
}

/// A push as its server sends it.
struct StepPush: Sendable {
    enum Body: Sendable {
        case alert(NotificationContent)
        /// The text is sealed to the application's key of a class, beside an alert that anybody may read;
        /// without a class to the one it has.
        case sealed(NotificationContent, ProtectionClass?, alert: NotificationContent)
        /// JSON, as it is.
        case json(String)
        /// It only wakes the application.
        case silent
    }

    let body: Body
    let collapseID: String?
    /// How long it is worth delivering.
    let expires: Duration?
}

/// A service extension as data.
struct StepService: Sendable {
    /// The files that it reads when it is called.
    let reads: [DevicePath]
    /// How long it works from then on.
    let takes: Duration
    /// How long its process takes to start.
    let start: Duration
    /// Whether it answers with the fallback when it is told that its time is up.
    let answersOnExpiry: Bool
    /// What it answers; nil for what was sealed in the push, or else for the push as it was sent.
    let shows: NotificationContent?
    /// What it answers when it cannot read; nil for the push as it was sent.
    let fallback: NotificationContent?
    /// What it notifies of itself before it answers.
    let adds: [NotificationContent]
}

/// The words of scenarios for the actions that every notification has, of which Apple's names are long.
enum ActionWord: String, CaseIterable {
    case tap = "default"
    case dismiss

    var action: String {
        switch self {
        case .tap: NotificationResponse.defaultAction
        case .dismiss: NotificationResponse.dismissAction
        }
    }

    /// An action as scenarios write it.
    static func word(for action: String) -> String {
        allCases.first { $0.action == action }?.rawValue ?? action
    }
}
