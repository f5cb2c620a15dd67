import AuditFacts
import Documents

/// The keys of an Info.plist that stand in build settings: `INFOPLIST_KEY_…`.
enum InfoKeys {
    private static let prefix = "INFOPLIST_KEY_"
    /// Keys whose value is a list, written with spaces.
    private static let lists: Set<String> = [
        "UIBackgroundModes", "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations",
        "UISupportedInterfaceOrientations~ipad", "UISupportedInterfaceOrientations~iphone",
        "WKBackgroundModes",
    ]

    /// How many values a list has that is read as one.
    private static let longestList = 256

    /// The Info.plist `file` with the keys of `settings` that it does not have itself.
    ///
    /// Nothing is known of the keys of a file that could not be read. The settings' keys count
    /// whether or not `GENERATE_INFOPLIST_FILE` is set: whoever writes a purpose there has written
    /// one, and what Xcode makes of it is another matter.
    static func merge(_ file: PropertyDocument?, _ settings: BuildSettings) -> DocumentNode? {
        let node = file?.root.map { ConfigurationReader.expanded($0, settings) }
        guard file == nil || node != nil else { return nil }
        let entries = node?.entries ?? []
        let named = settings.assignments.values.filter { $0.name.hasPrefix(prefix) }
        let isGenerated = settings.values["GENERATE_INFOPLIST_FILE"] == "YES"
        guard !named.isEmpty, settings.budget.keeps(entries.count * ProjectAllowance.entry) else {
            return node ?? (isGenerated ? DocumentNode(.mapping([]), at: .start) : nil)
        }
        let own = Set(entries.map(\.key))
        let added = named.sorted { $0.name < $1.name }.map { entry($0, settings) }
            .filter { !own.contains($0.key) }
        return DocumentNode(
            .mapping(entries + added),
            at: node?.location ?? .start,
            lastLine: node?.lastLine
        )
    }

    private static func entry(_ setting: BuildSetting, _ settings: BuildSettings) -> DocumentEntry {
        let key = String(setting.name.dropFirst(prefix.count))
            .replacing("_iPad", with: "~ipad").replacing("_iPhone", with: "~iphone")
        let text = settings.values[setting.name] ?? setting.value
        let location = DocumentPlace(
            line: Int(setting.place.line),
            column: Int(setting.place.column)
        )
        return DocumentEntry(
            key: key,
            keyLocation: location,
            origin: setting.origin,
            value: DocumentNode(value(text, of: key, at: location, settings), at: location)
        )
    }

    private static func value(
        _ text: String,
        of key: String,
        at location: DocumentPlace,
        _ settings: BuildSettings
    ) -> DocumentNode.Content {
        if lists.contains(key) {
            let words = text.split(separator: " ", maxSplits: longestList)
            guard words.count <= longestList else {
                settings.budget.refuse(text.utf8.count)
                return self.text(text)
            }
            return .sequence(words.map { DocumentNode(self.text(String($0)), at: location) })
        }
        return text == "YES" || text == "NO" ? .boolean(text == "YES") : self.text(text)
    }

    private static func text(_ text: String) -> DocumentNode.Content {
        .scalar(DocumentScalar(text: text, isQuoted: true))
    }
}
