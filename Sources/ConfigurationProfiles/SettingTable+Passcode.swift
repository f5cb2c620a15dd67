extension SettingTable {
    /// Demands on the passcode.
    ///
    /// Source: apple/device-management at b6202ca, `com.apple.mobiledevice.passwordpolicy.yaml`,
    /// and the combine rules of its declarative twin `passcode.settings.yaml`.
    static let passcode = SettingTable(
        "com.apple.mobiledevice.passwordpolicy",
        isComplete: true,
        [
            SettingRule("forcePIN", .boolean, .trueIsStricter),
            SettingRule("allowSimple", .boolean, .falseIsStricter),
            SettingRule("requireAlphanumeric", .boolean, .trueIsStricter),
            SettingRule("minLength", .integer(0...16), .largerIsStricter),
            SettingRule("minComplexChars", .integer(0...4), .largerIsStricter),
            SettingRule("maxFailedAttempts", .integer(2...11), .smallerIsStricter),
            // iOS takes 15 at the most, macOS 60.
            SettingRule("maxInactivity", .integer(0...60), .smallerIsStricter),
            // No range is given; a day is more than any device offers.
            SettingRule("maxGracePeriod", .integer(0...1_440), .smallerIsStricter),
            // The text of 2024 has 0, that of 2026 begins with 1: 0 is not an age.
            SettingRule("maxPINAgeInDays", .integer(1...730), .smallerIsStricter),
            // Apple's schema combines the twin, PasscodeReuseLimit, by number-min. That keeps the
            // shorter history, so a second profile could let a passcode be used again that the
            // first one bars: it looks like a slip. The larger number is the stricter, and wins.
            SettingRule("pinHistory", .integer(1...50), .largerIsStricter, schemaDisagrees: true),
            SettingRule(
                "minutesUntilFailedLoginReset",
                .integer(0...Int.max),
                .largerIsStricter,
                platform: "macOS"
            ),
            SettingRule(
                "changeAtNextAuth",
                .boolean,
                .trueIsStricter,
                platform: "macOS 10.13 and later"
            ),
            SettingRule("customRegex", .dictionary, platform: "macOS 14 and later"),
        ]
    )
}
