extension SettingTable {
    /// The payload about notifications: one list.
    ///
    /// Source: apple/device-management at b6202ca, `com.apple.notificationsettings.yaml`.
    static let notifications = SettingTable(
        "com.apple.notificationsettings",
        isComplete: true,
        [SettingRule(NotificationItem.listKey, .array, supervision: "iOS 9.3")]
    )

    /// What an item of the list says about its app.
    ///
    /// Apple gives no rule by which several combine; the stricter is what shows less. Of ways to
    /// group none is.
    static let notificationItem = SettingTable(
        notifications.payloadType,
        isComplete: true,
        [
            SettingRule("NotificationsEnabled", .boolean, .falseIsStricter),
            SettingRule("ShowInNotificationCenter", .boolean, .falseIsStricter),
            SettingRule("ShowInLockScreen", .boolean, .falseIsStricter),
            SettingRule("ShowInCarPlay", .boolean, .falseIsStricter),
            SettingRule("BadgesEnabled", .boolean, .falseIsStricter),
            SettingRule("SoundsEnabled", .boolean, .falseIsStricter),
            SettingRule("CriticalAlertEnabled", .boolean, .falseIsStricter),
            // No banner, one that goes by itself, one that stays.
            SettingRule("AlertType", .integer(0...2), .smallerIsStricter),
            // Automatic, by app, off.
            SettingRule("GroupingType", .integer(0...2)),
            // Always, when unlocked, never.
            SettingRule("PreviewType", .integer(0...2), .largerIsStricter),
        ]
    )
}
