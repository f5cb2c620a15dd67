extension RuleCatalogue {
    /// Where data is stored and under which class.
    static let storage: [any Rule.Type] = [
        ClassNoneRule.self, ClassWeakerRule.self, ClassUnavailableRule.self,
        WriteWithoutClassRule.self, DatabaseWithoutClassRule.self, PersistentStoreRule.self,
        RealmWithoutClassRule.self, EntitlementMissingRule.self, EntitlementWeakRule.self,
        EntitlementMismatchRule.self, DefaultsSecretRule.self, DefaultsPersonalRule.self,
        LogPersonalRule.self, TemporarySensitiveRule.self, GroupContainerRule.self,
        SidecarRule.self, HardcodedSecretRule.self, PropertyListSecretRule.self,
    ]
}
