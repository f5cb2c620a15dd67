extension RuleCatalogue {
    /// Identifiers of devices and people, and where they go.
    static let identifiers: [any Rule.Type] = [
        VendorForceUnwrapRule.self, VendorNilLiteralRule.self, VendorAsKeyRule.self,
        VendorInKeychainRule.self, VendorWithPersonalRule.self, VendorPersistedRule.self,
        VendorEgressRule.self, DeviceNameRule.self, AdvertisingPurposeRule.self,
        AdvertisingAuthorizationRule.self, TrackingPurposeRule.self, PersonalInURLRule.self,
    ]
}
