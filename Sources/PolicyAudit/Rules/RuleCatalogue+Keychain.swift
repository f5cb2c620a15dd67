extension RuleCatalogue {
    /// Credentials in the keychain and on the pasteboard.
    static let keychain: [any Rule.Type] = [
        KeychainAlwaysRule.self, KeychainMigratableRule.self, KeychainUnlockedRule.self,
        KeychainNoAccessibleRule.self, KeychainLibraryDefaultRule.self,
    ]
}
