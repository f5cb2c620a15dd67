public import Preferences

/// One payload of a profile.
public struct ProfilePayload: Sendable, Hashable {
    /// What it configures, such as `com.apple.applicationaccess`.
    public let type: String
    /// Names it within the profile.
    public let identifier: String
    /// Names this version of it; every payload has its own.
    public let uuid: String
    /// For people; nil when there is none.
    public let name: String?
    /// Its place in `PayloadContent`, from 0.
    public let index: Int
    /// What it sets: everything but the keys that all payloads have.
    public let settings: [String: PreferenceValue]

    /// Where it stands in the profile.
    public var keyPath: String { "PayloadContent[\(index)]" }

    /// The keys of Apple's table "Payload keys common to all payloads".
    static let commonKeys: Set<String> = [
        "PayloadType", "PayloadVersion", "PayloadIdentifier", "PayloadUUID", "PayloadDisplayName",
        "PayloadDescription", "PayloadOrganization", "PayloadEnabled",
    ]

    init(_ index: Int, _ values: [String: PreferenceValue]) {
        self.index = index
        type = values.text("PayloadType") ?? ""
        identifier = values.text("PayloadIdentifier") ?? ""
        uuid = values.text("PayloadUUID") ?? ""
        name = values.text("PayloadDisplayName")
        settings = values.filter { key, _ in !Self.commonKeys.contains(key) }
    }
}
