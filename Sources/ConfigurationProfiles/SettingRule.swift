import Preferences

/// What is known about one key of a payload.
struct SettingRule: Sendable, Hashable {
    let key: String
    let type: SettingType
    /// How values of several payloads combine; nil where none is stricter.
    let combining: SettingCombination?
    /// From which system on a supervised device is needed, such as `iOS 13`; nil for none.
    let supervision: String?
    /// Since when it is deprecated, such as `iOS 17`; nil for not.
    let deprecation: String?
    /// Whether it is deprecated on a device that is not supervised.
    let isDeprecatedUnsupervised: Bool
    /// The only systems on which it works, such as `macOS 14`; nil where nothing need be said.
    let platform: String?
    /// Apple's declarative schema combines it the other way.
    let schemaDisagrees: Bool

    init(
        _ key: String,
        _ type: SettingType,
        _ combining: SettingCombination? = nil,
        supervision: String? = nil,
        deprecation: String? = nil,
        isDeprecatedUnsupervised: Bool = false,
        platform: String? = nil,
        schemaDisagrees: Bool = false
    ) {
        self.key = key
        self.type = type
        self.combining = combining
        self.supervision = supervision
        self.deprecation = deprecation
        self.isDeprecatedUnsupervised = isDeprecatedUnsupervised
        self.platform = platform
        self.schemaDisagrees = schemaDisagrees
    }

    func findings(
        _ value: PreferenceValue,
        at path: String
    ) -> [ProfileFinding] {
        type.findings(value, at: path) + remarks(at: path)
    }

    private func remarks(at path: String) -> [ProfileFinding] {
        [
            supervision.map {
                ProfileFinding(
                    .note,
                    .needsSupervision,
                    path,
                    "needs a supervised device since \($0)"
                )
            },
            isDeprecatedUnsupervised
                ? ProfileFinding(
                    .note,
                    .needsSupervision,
                    path,
                    "is deprecated on a device that is not supervised"
                ) : nil,
            deprecation.map {
                ProfileFinding(.warning, .deprecatedKey, path, "is deprecated since \($0)")
            },
            platform.map { ProfileFinding(.note, .limitedPlatform, path, "works with \($0)") },
        ].compactMap(\.self)
    }
}
