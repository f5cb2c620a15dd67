extension RuleCatalogue {
    /// What a protected device holds.
    static let device: [any Rule.Type] = [
        StoreDriftRule.self, SidecarClassRule.self, PasscodeRule.self, SilentReadRule.self,
    ]
}
