/// A category of APIs that a privacy manifest must give a reason for.
///
/// Source: Apple, "Describing use of required reason API"
/// (developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api), which
/// leaves the categories and their codes to "NSPrivacyAccessedAPIType"
/// (developer.apple.com/documentation/bundleresources/app-privacy-configuration/
/// nsprivacyaccessedapitypes/nsprivacyaccessedapitype), as of 2026-09.
package enum RequiredReasonCategory: String, Sendable, Hashable, CaseIterable {
    case fileTimestamp = "NSPrivacyAccessedAPICategoryFileTimestamp"
    case systemBootTime = "NSPrivacyAccessedAPICategorySystemBootTime"
    case diskSpace = "NSPrivacyAccessedAPICategoryDiskSpace"
    case activeKeyboards = "NSPrivacyAccessedAPICategoryActiveKeyboards"
    case userDefaults = "NSPrivacyAccessedAPICategoryUserDefaults"

    /// The codes of the reasons that may be given.
    package var reasons: [String] {
        switch self {
        case .fileTimestamp: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]
        case .systemBootTime: ["35F9.1", "8FFB.1", "3D61.1"]
        case .diskSpace: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]
        case .activeKeyboards: ["3EC4.1", "54BD.1"]
        case .userDefaults: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]
        }
    }

    /// The name without the common prefix.
    package var shortName: String {
        String(rawValue.dropFirst("NSPrivacyAccessedAPICategory".count))
    }
}
