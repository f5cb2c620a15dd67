extension RuleCatalogue {
    /// What others get to see: the pasteboard, notifications, saved state, the cloud.
    static let exposure: [any Rule.Type] = [
        SecretOnPasteboardRule.self, SecretInNotificationRule.self, ServiceFallbackRule.self,
        ActionWithoutAuthenticationRule.self, RestorableStateRule.self,
        CloudKeyValueSecretRule.self, PublicDatabaseRule.self,
    ]
}
