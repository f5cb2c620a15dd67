import PolicyAudit
import StructuredText

/// The build settings that a specification gives a configuration.
struct SpecificationSettings {
    /// Groups of settings by name.
    private var groups: [String: SpecificationPiece] = [:]

    /// The settings of a specification made of `pieces`.
    init(_ pieces: [SpecificationPiece]) {
        for piece in pieces {
            guard let all = piece["settingGroups"] else { continue }
            for entry in all.node.entries { groups[entry.key] = all[entry.key] }
        }
    }

    /// The assignments of `settings` for a configuration: all there are, or those of its groups,
    /// its base and the configuration.
    func assignments(
        _ settings: SpecificationPiece?,
        configuration: String,
        depth: Int = 0
    ) -> [BuildSetting] {
        guard let settings, depth < 8 else { return [] }
        let parts = ["base", "groups", "configs"].compactMap { settings[$0] }
        guard !parts.isEmpty else { return Self.flat(settings) }
        var found: [BuildSetting] = []
        for group in settings.list("groups") {
            found += assignments(
                group.node.text.flatMap { groups[$0] },
                configuration: configuration,
                depth: depth + 1
            )
        }
        if let base = settings["base"] { found += Self.flat(base) }
        guard let configs = settings["configs"] else { return found }
        for entry in configs.node.entries where Self.isMeant(entry.key, configuration) {
            found += assignments(
                configs[entry.key],
                configuration: configuration,
                depth: depth + 1
            )
        }
        return found
    }

    /// XcodeGen takes a configuration's name, or a part of it whatever its letters' case.
    private static func isMeant(_ key: String, _ configuration: String) -> Bool {
        configuration.lowercased().contains(key.lowercased())
    }

    private static func flat(_ settings: SpecificationPiece) -> [BuildSetting] {
        settings.node.entries.map { entry in
            let words = entry.value.elements.compactMap(\.text).map { word in
                // YAML's words for truth, where build settings have their own.
                word == "true" ? "YES" : word == "false" ? "NO" : word
            }
            return BuildSetting(
                entry.key,
                words.joined(separator: " "),
                origin: settings.file,
                place: SourcePlace(entry.keyLocation)
            )
        }
    }
}
