import AuditFacts
import Documents

/// The targets of a `project.yml` of XcodeGen.
///
/// A project that was made from it and lies beside it says the same with less guessing: then this
/// one is not asked.
struct ProjectSpecification {
    private let path: String
    private let folder: String
    private let inputs: ProjectInputs
    private let pieces: [SpecificationPiece]
    private let settings: SpecificationSettings
    /// Templates of targets by name, one of each piece that has it.
    private let templates: [String: [SpecificationPiece]]
    /// What it includes and could not be read.
    private let missing: [UnreadInput]
    /// How many keys the pieces have: each may be looked at for each target.
    private let keyCount: Int
    /// How many configurations are read.
    private static let configurationLimit = 64

    /// The specification at `path`.
    init(_ path: String, _ inputs: ProjectInputs) {
        self.path = path
        self.inputs = inputs
        folder = TreePath.folder(of: path)
        let files = SpecificationFiles(path, inputs)
        pieces = files.pieces
        missing = files.missing
        keyCount = pieces.reduce(0) { $0 + ($1.node.entries?.count ?? 0) }
        settings = SpecificationSettings(pieces, path, inputs)
        templates = Dictionary(
            pieces.flatMap { $0["targetTemplates"]?.entries ?? [] }.map { ($0.key, [$0.piece]) }
        ) { $0 + $1 }
    }

    /// Its targets by name.
    func targets() -> [TargetDraft] {
        let name = pieces.last?.node["name"]?.word ?? ""
        let project = inputs.index.path(of: "\(name).xcodeproj/project.pbxproj", in: folder)
        guard project.map(inputs.index.hasFile) != true else { return [] }
        for input in missing { inputs.note(input) }
        var sections: [String: [SpecificationPiece]] = [:]
        for piece in pieces {
            guard let targets = piece["targets"] else { continue }
            for (name, section) in targets.entries {
                sections[name, default: []].append(section)
            }
        }
        return sections.sorted { $0.key < $1.key }.map { draft($0.key, withTemplates($0.value)) }
    }

    /// The parts of a target, those of its templates before the others.
    private func withTemplates(_ sections: [SpecificationPiece]) -> [SpecificationPiece] {
        var waiting = sections.flatMap { $0.list("templates") }.compactMap(\.node.word)
        var seen: Set<String> = []
        var found: [SpecificationPiece] = []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted else { continue }
            let templates = templates[name] ?? []
            // Put before those that were found, and looked through for each key.
            let cost = (1 + templates.count + found.count) * ProjectAllowance.entry
            guard inputs.spend(cost, for: path) else { break }
            waiting += templates.flatMap { $0.list("templates") }.compactMap(\.node.word)
            found = templates + found
        }
        return found + sections
    }

    private func draft(_ name: String, _ sections: [SpecificationPiece]) -> TargetDraft {
        func strongest(_ key: String) -> SpecificationPiece? {
            sections.reversed().lazy.compactMap { $0[key] }.first
        }
        let sources = list("sources", of: sections)
        let files = SpecifiedFiles(sources, of: name, in: path, inputs)
        var draft = TargetDraft(id: "\(path)#\(name)", name: name, project: path)
        draft.place = sections.last.map { SourcePlace($0.node.location) } ?? .start
        draft.kind = ProductKind(typeName: strongest("type")?.node.word ?? "")
        draft.sources = files.sources
        draft.resources = files.resources
        let platform = strongest("supportedDestinations") ?? strongest("platform")
        draft.platforms = Set(
            platform?.node.elements.compactMap { $0.word?.lowercased() } ?? []
        ).subtracting(["auto"]).sorted()
        for dependency in list("dependencies", of: sections) {
            add(dependency.node, to: &draft)
        }
        draft.configurations = configurations(of: draft, sections)
        return draft
    }

    /// The elements of the lists under `key`, which stand in templates of many targets or in this one.
    private func list(_ key: String, of sections: [SpecificationPiece]) -> [SpecificationPiece] {
        sections.flatMap { section -> [SpecificationPiece] in
            let elements = section.node[key]?.elements ?? []
            // Each becomes a part of a target's id, or is looked up by a path.
            let cost = elements.count * (2 * ProjectAllowance.entry + path.utf8.count)
            return inputs.spend(cost, for: path) ? section.list(key) : []
        }
    }

    private func add(_ dependency: DocumentNode, to draft: inout TargetDraft) {
        if let target = dependency["target"]?.word {
            draft.dependencies.insert("\(path)#\(target)")
        }
        if let package = dependency["package"]?.word {
            let products =
                dependency["products"]?.elements.compactMap(\.word)
                ?? [dependency["product"]?.word ?? package]
            draft.products.formUnion(products)
        }
        for key in ["framework", "sdk", "carthage"] {
            guard let name = dependency[key]?.word else { continue }
            let stem = TreePath.stem(of: name)
            draft.frameworks.insert(stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem)
        }
    }

    private func configurations(
        of draft: TargetDraft,
        _ sections: [SpecificationPiece]
    ) -> [BuildConfiguration] {
        // Keys are looked for one after another.
        let cost = 16 * sections.reduce(keyCount) { $0 + ($1.node.entries?.count ?? 0) }
        return configurationNames.compactMap { name, isDebug in
            guard inputs.spend(cost, for: path) else { return nil }
            let levels = levels(draft, sections, name, isDebug)
            let reader = ConfigurationReader(
                folder: folder,
                project: path,
                inputs: inputs,
                generated: generated(sections)
            )
            let settings = reader.settings(
                levels,
                target: draft.name,
                project: pieces.last?.node["name"]?.word ?? "",
                configuration: name
            )
            return reader.configuration(name, settings, target: draft.name)
        }
    }

    /// The names of its configurations, and whether they are for developers.
    private var configurationNames: [(String, Bool)] {
        let named = pieces.flatMap { $0.node["configs"]?.entries ?? [] }
        guard let first = named.first else { return [("Debug", true), ("Release", false)] }
        if named.count > Self.configurationLimit {
            inputs.note(
                UnreadInput(
                    path: path,
                    place: SourcePlace(first.keyLocation),
                    reason: .tooLarge,
                    message: """
                        it has \(named.count) build configurations, of which only the first \
                        \(Self.configurationLimit) were read
                        """
                )
            )
        }
        return named.prefix(Self.configurationLimit).map { ($0.key, $0.value.word == "debug") }
    }

    /// What XcodeGen presets, then the project's levels, then the target's.
    private func levels(
        _ draft: TargetDraft,
        _ sections: [SpecificationPiece],
        _ configuration: String,
        _ isDebug: Bool
    ) -> [[BuildSetting]] {
        var levels = [presets(draft, sections, isDebug)]
        for owners in [pieces, sections] {
            for owner in owners {
                levels.append(settingsFile(of: owner, configuration, draft.name))
                levels.append(
                    settings.assignments(owner["settings"], configuration: configuration)
                )
            }
        }
        return levels
    }

    private func presets(
        _ draft: TargetDraft,
        _ sections: [SpecificationPiece],
        _ isDebug: Bool
    ) -> [BuildSetting] {
        var values = [("PRODUCT_NAME", "$(TARGET_NAME)")]
        if isDebug { values.append(("SWIFT_ACTIVE_COMPILATION_CONDITIONS", "DEBUG")) }
        let targets = pieces.compactMap { $0["options"]?["deploymentTarget"]?.node["iOS"]?.word }
        let own = sections.reversed().lazy.compactMap { $0["deploymentTarget"]?.node }.first
        let version = own.flatMap { $0.word ?? $0["iOS"]?.word } ?? targets.last
        if let version, draft.platforms.contains("ios") {
            values.append(("IPHONEOS_DEPLOYMENT_TARGET", version))
        }
        for (key, setting) in Self.generatedFiles {
            guard let piece = sections.reversed().lazy.compactMap({ $0[key] }).first,
                let name = piece.node["path"]?.word ?? piece.node.word,
                let file = TreePath.join(piece.folder, name)
            else { continue }
            // Relative to the folder of the specification, where the project will lie.
            values.append((setting, "$(SRCROOT)/" + Self.relative(file, to: folder)))
        }
        return values.map { BuildSetting($0, $1, origin: path, place: draft.place) }
    }

    private static let generatedFiles = [
        ("info", "INFOPLIST_FILE"), ("entitlements", "CODE_SIGN_ENTITLEMENTS"),
    ]

    /// What XcodeGen writes into the files of ``generatedFiles``, by setting.
    private func generated(_ sections: [SpecificationPiece]) -> [String: DocumentNode] {
        var nodes: [String: DocumentNode] = [:]
        for (key, setting) in Self.generatedFiles {
            guard
                let piece = sections.reversed().lazy.compactMap({ $0[key]?["properties"] }).first
            else { continue }
            let properties = piece.node.entries ?? []
            guard inputs.spend(properties.count * ProjectAllowance.entry, for: path) else {
                continue
            }
            let entries = properties.map {
                DocumentEntry(
                    key: $0.key,
                    keyLocation: $0.keyLocation,
                    origin: piece.file,
                    value: $0.value
                )
            }
            nodes[setting] = DocumentNode(.mapping(entries), at: piece.node.location)
        }
        return nodes
    }

    private func settingsFile(
        of owner: SpecificationPiece,
        _ configuration: String,
        _ target: String
    ) -> [BuildSetting] {
        guard let name = owner["configFiles"]?.node[configuration]?.word else { return [] }
        let file = inputs.index.path(of: name, in: owner.folder)
        if let file, inputs.settingsFiles[file] != nil {
            let reading = inputs.settings(file, folder: folder, for: path)
            guard inputs.spend(reading.missing.count * ProjectAllowance.entry, for: path) else {
                return reading.settings
            }
            for file in reading.missing { inputs.note(file, target: target, of: path) }
            return reading.settings
        }
        let place = SourcePlace(owner.node.location)
        let missing = MissingFile(
            file ?? "\(owner.file):\(place.line)",
            .settings,
            at: owner.file,
            place: place,
            message: "it names the settings file '\(name)', which does not exist"
        )
        inputs.note(missing, target: target, of: path)
        return []
    }

    private static func relative(_ path: String, to folder: String) -> String {
        guard !folder.isEmpty else { return path }
        if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
        let up = folder.split(separator: "/").map { _ in ".." }
        return (up + [path]).joined(separator: "/")
    }
}
