import AuditFacts
package import Documents

/// The words of `NSPrivacyCollectedDataTypes`.
///
/// Source: Apple, "Describing data use in privacy manifests"
/// (developer.apple.com/documentation/bundleresources/describing-data-use-in-privacy-manifests),
/// which leaves the words to "NSPrivacyCollectedDataType" and "NSPrivacyCollectedDataTypePurposes"
/// (developer.apple.com/documentation/bundleresources/app-privacy-configuration/
/// nsprivacycollecteddatatypes), as of 2026-09.
package enum CollectedData {
    /// The key of an entry's type, which the types and the other keys begin with.
    package static let typeKey = "NSPrivacyCollectedDataType"

    /// Types without their common prefix.
    package static let types: Set<String> = [
        "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "OtherUserContactInfo", "Health",
        "Fitness", "PaymentInfo", "CreditInfo", "OtherFinancialInfo", "PreciseLocation",
        "CoarseLocation", "SensitiveInfo", "Contacts", "EmailsOrTextMessages", "PhotosorVideos",
        "AudioData", "GameplayContent", "CustomerSupport", "OtherUserContent", "BrowsingHistory",
        "SearchHistory", "UserID", "DeviceID", "PurchaseHistory", "ProductInteraction",
        "AdvertisingData", "OtherUsageData", "CrashData", "PerformanceData", "OtherDiagnosticData",
        "EnvironmentScanning", "Hands", "Head", "OtherDataTypes",
    ]

    /// Purposes without their common prefix.
    package static let purposes: Set<String> = [
        "ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization",
        "AppFunctionality", "Other",
    ]

    /// What is wrong with an entry; empty for nothing.
    package static func flaws(of entry: DocumentNode) -> [String] {
        guard entry.entries != nil else { return ["it is not a dictionary"] }
        return typeFlaws(of: entry) + flagFlaws(of: entry) + purposeFlaws(of: entry)
    }

    private static func typeFlaws(of entry: DocumentNode) -> [String] {
        guard let type = entry[typeKey]?.string else { return ["\(typeKey) is missing"] }
        let isKnown =
            type.hasPrefix(typeKey) && types.contains(String(type.dropFirst(typeKey.count)))
        return isKnown ? [] : ["'\(type)' is not a type of data"]
    }

    private static func flagFlaws(of entry: DocumentNode) -> [String] {
        ["Linked", "Tracking"].compactMap { flag in
            guard let node = entry[typeKey + flag] else { return "\(typeKey)\(flag) is missing" }
            return node.boolean == nil ? "\(typeKey)\(flag) is neither true nor false" : nil
        }
    }

    private static func purposeFlaws(of entry: DocumentNode) -> [String] {
        let prefix = typeKey + "Purpose"
        guard let purposes = entry[prefix + "s"]?.array, !purposes.isEmpty else {
            return ["\(prefix)s lists no purpose"]
        }
        return purposes.compactMap { node in
            let text = node.string ?? ""
            let isKnown =
                text.hasPrefix(prefix)
                && Self.purposes.contains(String(text.dropFirst(prefix.count)))
            return isKnown ? nil : "'\(text)' is not a purpose"
        }
    }
}
