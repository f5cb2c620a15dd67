import AuditFacts
import Documents

/// The build settings that a specification gives a configuration.
struct SpecificationSettings {
    /// Groups of settings by name.
    private var groups: [String: SpecificationPiece] = [:]
    private let path: String
    private let inputs: ProjectInputs

    /// The settings of the specification at `path` made of `pieces`.
    init(_ pieces: [SpecificationPiece], _ path: String, _ inputs: ProjectInputs) {
        self.path = path
        self.inputs = inputs
        for piece in pieces {
            guard let all = piece["settingGroups"] else { continue }
            for (name, group) in all.entries { groups[name] = group }
        }
    }

    /// The assignments of `settings` for a configuration: all there are, or those of its groups,
    /// its base and the configuration.
    ///
    /// A group counts once, where it is named first.
    func assignments(
        _ settings: SpecificationPiece?,
        configuration: String
    ) -> [BuildSetting] {
        var seen: Set<String> = []
        return assignments(settings, configuration, &seen, depth: 0)
    }

    private func assignments(
        _ settings: SpecificationPiece?,
        _ configuration: String,
        _ seen: inout Set<String>,
        depth: Int
    ) -> [BuildSetting] {
        guard let settings, depth < 8, spend(on: settings.node) else { return [] }
        let parts = ["base", "groups", "configs"].compactMap { settings[$0] }
        guard !parts.isEmpty else { return flat(settings) }
        var found: [BuildSetting] = []
        for name in settings.list("groups").compactMap(\.node.word) where seen.insert(name).inserted
        {
            found += assignments(groups[name], configuration, &seen, depth: depth + 1)
        }
        if let base = settings["base"] { found += flat(base) }
        guard let configurations = settings["configs"], spend(on: configurations.node) else {
            return found
        }
        for (name, piece) in configurations.entries
        where Self.isMeant(name, configuration) {
            found += assignments(piece, configuration, &seen, depth: depth + 1)
        }
        return found
    }

    /// XcodeGen takes a configuration's name, or a part of it whatever its letters' case.
    private static func isMeant(_ key: String, _ configuration: String) -> Bool {
        configuration.lowercased().contains(key.lowercased())
    }

    /// Whether what stands in `node` may be looked at, once more for a target.
    private func spend(on node: DocumentNode) -> Bool {
        inputs.spend((1 + (node.entries?.count ?? 0)) * ProjectAllowance.entry, for: path)
    }

    private func flat(_ settings: SpecificationPiece) -> [BuildSetting] {
        guard spend(on: settings.node) else { return [] }
        return (settings.node.entries ?? []).map { entry in
            let words = entry.value.elements.compactMap(\.word).map { word in
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
