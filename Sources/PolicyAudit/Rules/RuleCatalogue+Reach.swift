extension RuleCatalogue {
    /// Classes against the circumstances in which code runs.
    static let reach: [any Rule.Type] = [
        DefaultCompleteRule.self, ServiceReachRule.self, ExtensionReachRule.self,
        CallReachRule.self, TaskReachRule.self, AudioReachRule.self, LocationReachRule.self,
        AppendOnlyReachRule.self, LaunchCheckRule.self, UnusedModeRule.self, FirstUnlockRule.self,
    ]
}
