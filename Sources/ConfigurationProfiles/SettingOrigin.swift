public import Preferences

/// Who set a key, and to what.
public struct SettingOrigin: Sendable, Hashable {
    /// The profile's identifier.
    public let profile: String
    /// The payload's identifier.
    public let payload: String
    /// Where it stands in the profile, such as `PayloadContent[0].ratingMovies`.
    public let keyPath: String
    /// What it is set to there.
    public let value: PreferenceValue
}
