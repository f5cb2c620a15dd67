/// The names of the steps, as they stand in scenarios.
package enum StepName: String, Sendable, CaseIterable {
    case boot, unlock, lock, advance
    case advanceTo = "advance-to"
    case reboot, shutdown, crash
    case mkdir, write, read, open, append, truncate, sync, close, rename, copy, remove, list, stat
    case protect, passcode
    case setDefault = "set-default"
    case check, install, uninstall
    case vendorIdentifier = "vendor-id"
    case advertisingIdentifier = "advertising-id"
    case userIdentifier = "user-id"
    case tracking
    case trackingRequests = "tracking-requests"
    case keychainAdd = "keychain-add"
    case keychainGet = "keychain-get"
    case keychainUpdate = "keychain-update"
    case keychainRemove = "keychain-remove"
    case authorize
    case notificationSettings = "notification-settings"
    case quiet, category, register, service, push, schedule, position
    case removeNotifications = "remove-notifications"
    case respond, responses, look
    case pair, unpair, meet, network, replay, activity
    case updateActivity = "update-activity"
    case resign, offers
    case continueActivity = "continue"
    case stream
    case expectEvents = "expect-events"
}
