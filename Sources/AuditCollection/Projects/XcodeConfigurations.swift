import AuditFacts
import Documents

/// The build configurations of the targets of an Xcode project.
struct XcodeConfigurations {
    /// How many configurations of a list are read.
    private static let limit = 64

    private let objects: XcodeObjects
    private let paths: XcodePaths
    private let reader: ConfigurationReader
    /// The project's own, by name.
    private let base: [String: XcodeObject]
    /// The configurations of the lists that were asked for, by the list's id.
    private var lists: [String: [XcodeObject]] = [:]
    /// What configurations assign, by their ids.
    private var levels: [String: Levels] = [:]

    /// What a configuration's settings file says, then what it says itself.
    private struct Levels {
        var settings: [[BuildSetting]] = []
        /// Settings files that are not there.
        var missing: [MissingFile] = []
    }

    init(_ objects: XcodeObjects, _ paths: XcodePaths, _ reader: ConfigurationReader) {
        self.objects = objects
        self.paths = paths
        self.reader = reader
        let list = objects[objects.root?["buildConfigurationList"]]
        let named = objects.list("buildConfigurations", of: list).map { ($0.name ?? "", $0) }
        base = Dictionary(named) { first, _ in first }
    }

    /// Adds those of `target`, and the systems they are for.
    mutating func add(to draft: inout TargetDraft, _ target: XcodeObject) {
        var platforms: Set<String> = []
        for configuration in list(target["buildConfigurationList"]) {
            let name = configuration.name ?? ""
            let levels = [levels(of: base[name]), levels(of: configuration)]
            note(levels.flatMap(\.missing), draft.name)
            let settings = reader.settings(
                levels.flatMap(\.settings),
                target: draft.name,
                project: TreePath.stem(of: TreePath.folder(of: reader.project)),
                configuration: name
            )
            platforms.formUnion(ConfigurationReader.platforms(settings))
            draft.configurations.append(
                reader.configuration(name, settings, target: draft.name)
            )
        }
        if draft.configurations.isEmpty {
            draft.configurations = [BuildConfiguration(name: "Release")]
        }
        draft.platforms = platforms.sorted()
    }

    /// The configurations of the list `id`, each once.
    private mutating func list(_ id: String?) -> [XcodeObject] {
        guard let list = objects[id] else { return [] }
        if let known = lists[list.id] { return known }
        var seen: Set<String> = []
        let all = list.list("buildConfigurations").filter { seen.insert($0).inserted }
            .compactMap { objects[$0] }
        if all.count > Self.limit {
            reader.inputs.note(
                UnreadInput(
                    path: reader.project,
                    place: list.place,
                    reason: .tooLarge,
                    message: """
                        a list has \(all.count) build configurations, of which only the first \
                        \(Self.limit) were read
                        """
                )
            )
        }
        let found = Array(all.prefix(Self.limit))
        lists[list.id] = found
        return found
    }

    private mutating func levels(of configuration: XcodeObject?) -> Levels {
        guard let configuration else { return Levels() }
        if let known = levels[configuration.id] { return known }
        let file = settingsFile(of: configuration)
        let own = configuration.field("buildSettings")?.entries ?? []
        let found = Levels(settings: [file.settings, own.map(setting)], missing: file.missing)
        levels[configuration.id] = found
        return found
    }

    private func note(_ missing: [MissingFile], _ target: String) {
        let cost = missing.count * ProjectAllowance.entry
        guard reader.inputs.spend(cost, for: reader.project) else { return }
        for file in missing { reader.inputs.note(file, target: target, of: reader.project) }
    }

    private func setting(_ entry: DocumentEntry) -> BuildSetting {
        let value = entry.value.strings.joined(separator: " ")
        return BuildSetting(entry.key, value, origin: reader.project, place: entry.place)
    }

    private func settingsFile(of configuration: XcodeObject) -> SettingsInclusions.Reading {
        let inputs = reader.inputs
        let file: String?
        if let reference = configuration["baseConfigurationReference"] {
            file = paths[reference]
        } else if let name = configuration["baseConfigurationReferenceRelativePath"],
            let anchor = configuration["baseConfigurationReferenceAnchor"]
        {
            file = paths[anchor].flatMap { inputs.index.path(of: name, in: $0) }
        } else {
            return SettingsInclusions.Reading()
        }
        guard let file, inputs.settingsFiles[file] != nil else {
            let place = configuration.place
            let missing = MissingFile(
                file ?? "\(reader.project):\(place.line)",
                .settings,
                at: file ?? reader.project,
                place: file == nil ? place : nil,
                message: """
                    a settings file that \(reader.project):\(place.line) names does not exist
                    """
            )
            return SettingsInclusions.Reading(missing: [missing])
        }
        return inputs.settings(file, folder: reader.folder, for: reader.project)
    }
}
