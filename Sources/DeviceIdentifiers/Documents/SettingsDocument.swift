import ProtectionModel

/// Settings that were changed since the device was made, or given to it then.
///
/// Under class D: they name nobody, and can be read and stored before the first unlock, also on a
/// device that was made a moment ago.
struct SettingsDocument: StoredDocument {
    static let name = "settings.json"
    static let protection = ProtectionClass.none

    var version = 1
    var settings: IdentifierSettings?

    var isConsistent: Bool { true }
}
