import ProtectionModel

/// The settings in force: those that were stored, else those the device was made with.
struct SettingsStore: Sendable {
    let documents: IdentifierDocuments
    let initial: IdentifierSettings

    func read() throws(ProtectionError) -> IdentifierSettings {
        try documents.read(SettingsDocument.self).settings ?? initial
    }

    func update(
        _ change: (inout IdentifierSettings) -> Void
    ) throws(ProtectionError) {
        try documents.update(SettingsDocument.self) { document in
            let before = document.settings ?? initial
            var settings = before
            change(&settings)
            if settings != before { document.settings = settings }
        }
    }

    func write(_ settings: IdentifierSettings) throws(ProtectionError) {
        try documents.update(SettingsDocument.self) { $0.settings = settings }
    }
}

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
