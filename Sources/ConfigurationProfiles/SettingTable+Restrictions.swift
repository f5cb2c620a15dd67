extension SettingTable {
    /// Restrictions that concern content, privacy and data protection.
    ///
    /// Source: apple/device-management at b6202ca (iOS 18.1), `com.apple.applicationaccess.yaml`,
    /// and the texts of 2026 in ProfileManifests at e4b340f. There are some hundred keys more; they
    /// are unknown here.
    static let restrictions = SettingTable(
        "com.apple.applicationaccess",
        isComplete: false,
        content + services + privacy + lockScreen + management
    )

    private static func allow(_ key: String) -> SettingRule {
        SettingRule(key, .boolean, .falseIsStricter)
    }

    private static func force(_ key: String) -> SettingRule {
        SettingRule(key, .boolean, .trueIsStricter)
    }

    private static let content: [SettingRule] = [
        SettingRule("allowExplicitContent", .boolean, .falseIsStricter, supervision: "iOS 13"),
        allow("allowBookstoreErotica"),
        // Tells editors which labels to show; a device does not use it.
        SettingRule(
            "ratingRegion",
            .choice(["us", "au", "ca", "de", "fr", "ie", "jp", "nz", "gb"])
        ),
        SettingRule("ratingApps", .integer(0...1000), .smallerIsStricter),
        SettingRule("ratingMovies", .integer(0...1000), .smallerIsStricter),
        SettingRule("ratingTVShows", .integer(0...1000), .smallerIsStricter),
        SettingRule(
            "ratingAppsExemptedBundleIDs",
            .strings,
            .intersection,
            platform: "iOS 26.1 and later"
        ),
    ]

    private static let services: [SettingRule] = [
        allow("allowBookstore"), allow("allowiTunes"), allow("allowMusicService"),
        allow("allowPodcasts"), allow("allowRadioService"), allow("allowNews"),
        allow("allowInAppPurchases"), allow("allowEnablingRestrictions"),
        SettingRule(
            "forceAssistantProfanityFilter",
            .boolean,
            .trueIsStricter,
            deprecation: "iOS 26.4"
        ),
        SettingRule(
            "forceITunesStorePasswordEntry",
            .boolean,
            .trueIsStricter,
            deprecation: "iOS 17"
        ),
        // Several lists: our choice, by what a list does when it grows.
        SettingRule("allowListedAppBundleIDs", .strings, .intersection),
        SettingRule("blockedAppBundleIDs", .strings, .union),
    ]

    private static let privacy: [SettingRule] = [
        force("forceLimitAdTracking"), allow("allowApplePersonalizedAdvertising"),
        force("forceEncryptedBackup"), allow("allowCloudBackup"),
        allow("allowFingerprintForUnlock"),
        SettingRule(
            "enforcedFingerprintTimeout",
            .integer(0...Int.max),
            .smallerIsStricter,
            platform: "macOS 12 and later"
        ),
        allow("allowDiagnosticSubmission"), allow("allowScreenShot"),
        // Named after the mode: true is the default and locks the port (Apple's text of the key).
        force("allowUSBRestrictedMode"),
        allow("allowUntrustedTLSPrompt"), force("forceOnDeviceOnlyDictation"),
        force("forceOnDeviceOnlyTranslation"), allow("allowCloudPrivateRelay"),
        SettingRule("safariAcceptCookies", .numberChoice([0, 1, 1.5, 2]), .smallerIsStricter),
    ]

    /// What can be reached without the passcode.
    private static let lockScreen: [SettingRule] = [
        allow("allowLockScreenNotificationsView"), allow("allowLockScreenTodayView"),
        allow("allowLockScreenControlCenter"),
    ]

    private static let management: [SettingRule] = [
        SettingRule(
            "allowActivityContinuation",
            .boolean,
            .falseIsStricter,
            isDeprecatedUnsupervised: true
        ),
        allow("allowOpenFromManagedToUnmanaged"), allow("allowOpenFromUnmanagedToManaged"),
        force("requireManagedPasteboard"), allow("allowManagedToWriteUnmanagedContacts"),
        allow("allowUnmanagedToReadManagedContacts"), allow("allowManagedAppsCloudSync"),
    ]
}
