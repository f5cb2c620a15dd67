/// Settings that were changed since the device was made.
struct SettingsDocument: StoredDocument {
    static let name = "settings.json"

    var version = 1
    var settings: IdentifierSettings?

    var isConsistent: Bool { true }
}
