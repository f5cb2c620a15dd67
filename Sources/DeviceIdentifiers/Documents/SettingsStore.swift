/// The settings in force: those that were stored, else those the device was made with.
struct SettingsStore: Sendable {
    let documents: IdentifierDocuments
    let initial: IdentifierSettings

    func read() throws(IdentifierError) -> IdentifierSettings {
        try documents.read(SettingsDocument.self).settings ?? initial
    }

    func update(
        _ change: (inout IdentifierSettings) -> Void
    ) throws(IdentifierError) {
        try documents.update(SettingsDocument.self) { document in
            let before = document.settings ?? initial
            var settings = before
            change(&settings)
            if settings != before { document.settings = settings }
        }
    }

    func write(_ settings: IdentifierSettings) throws(IdentifierError) {
        try documents.update(SettingsDocument.self) { $0.settings = settings }
    }
}
