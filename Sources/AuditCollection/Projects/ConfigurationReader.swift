import AuditFacts
import Documents

/// Makes build configurations of build settings and the property lists they name.
struct ConfigurationReader {
    /// What the settings' paths are relative to.
    let folder: String
    /// The path of the project file or manifest.
    let project: String
    let inputs: ProjectInputs
    /// By setting, what the file it names will hold where that is not in the tree yet.
    var generated: [String: DocumentNode] = [:]

    /// The configuration `name` of the target called `target` with `settings`.
    func configuration(
        _ name: String,
        _ settings: BuildSettings,
        target: String
    ) -> BuildConfiguration {
        let entitlements = document("CODE_SIGN_ENTITLEMENTS", .entitlements, settings, target)
        let info = document("INFOPLIST_FILE", .info, settings, target)
        let configuration = BuildConfiguration(
            name: name,
            isDebug: Self.isDebug(name, settings),
            settings: settings.values,
            entitlementsPath: entitlements?.path,
            entitlements: entitlements?.root.map { Self.expanded($0, settings) },
            infoPath: info?.path,
            info: InfoKeys.merge(info, settings)
        )
        if settings.budget.isExceeded {
            inputs.noteOvergrown(project, target: target, configuration: name)
        }
        return configuration
    }

    /// The document that a setting names; `nil` for none, with a path and no root for a missing one.
    private func document(
        _ setting: String,
        _ role: PropertyDocument.Role,
        _ settings: BuildSettings,
        _ target: String
    ) -> PropertyDocument? {
        guard let text = settings.values[setting], !text.isEmpty else { return nil }
        let path = Self.path(text, in: folder).map(inputs.index.spelling)
        if let path, let document = inputs.document(path, role) { return document }
        if let root = generated[setting] {
            return PropertyDocument(path: path ?? text, role: role, root: root)
        }
        let message =
            path == nil
            ? "\(setting) names \(Self.spoken(text)), which is not a path in the tree"
            : "\(setting) of \(project) names it, but it does not exist"
        let file = MissingFile(
            path ?? "\(project): \(message)",
            role == .info ? .info : .entitlements,
            at: path ?? project,
            place: path == nil ? settings.assignments[setting]?.place : nil,
            message: message
        )
        inputs.note(file, target: target, of: project)
        return PropertyDocument(path: path ?? text, role: role, root: nil)
    }

    private static func spoken(_ path: String) -> String {
        path.utf8.count <= 256 ? "'\(path)'" : path.quotedForMessage
    }

    /// The path in the tree that a setting's value means; `nil` for one that leads out of it.
    static func path(_ value: String, in folder: String) -> String? {
        var rest = value.trimmed[...]
        for quote in ["\"", "'"] where rest.hasPrefix(quote) && rest.hasSuffix(quote) {
            rest = rest.dropFirst().dropLast()
        }
        for name in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
            for variable in ["$(\(name))/", "${\(name)}/", "$\(name)/"]
            where rest.hasPrefix(variable) {
                return TreePath.join(folder, String(rest.dropFirst(variable.count)))
            }
        }
        guard !rest.hasPrefix("/"), !rest.contains("$("), !rest.contains("${") else { return nil }
        return TreePath.join(folder, String(rest))
    }

    /// The property list `root` with the settings' values in its texts.
    static func expanded(_ root: DocumentNode, _ settings: BuildSettings) -> DocumentNode {
        // A list that is the same for all configurations is kept once.
        guard settings.budget.keeps(ProjectAllowance.entry) else { return root }
        let measure = VariableMeasure(root)
        let cost = measure.nodeCount * (measure.hasVariables ? ProjectAllowance.entry : 16)
        guard settings.budget.keeps(cost), measure.hasVariables else { return root }
        return replaced(root, settings)
    }

    private static func replaced(_ node: DocumentNode, _ settings: BuildSettings) -> DocumentNode {
        let content: DocumentNode.Content =
            switch node.content {
            case .scalar(let scalar) where node.string != nil:
                .scalar(DocumentScalar(text: settings.expand(scalar.text), isQuoted: true))
            case .sequence(let nodes): .sequence(nodes.map { replaced($0, settings) })
            case .mapping(let entries):
                .mapping(
                    entries.map {
                        DocumentEntry(
                            key: settings.expand($0.key),
                            keyLocation: $0.keyLocation,
                            origin: $0.origin,
                            value: replaced($0.value, settings)
                        )
                    }
                )
            default: node.content
            }
        return DocumentNode(content, at: node.location, lastLine: node.lastLine)
    }

    /// Whether `DEBUG` is defined, or the configuration's name has the word in it.
    private static func isDebug(_ name: String, _ settings: BuildSettings) -> Bool {
        let names = [
            "SWIFT_ACTIVE_COMPILATION_CONDITIONS", "GCC_PREPROCESSOR_DEFINITIONS",
            "OTHER_SWIFT_FLAGS",
        ]
        let words = names.flatMap { settings.values[$0]?.split(separator: " ") ?? [] }
        let flags: Set<Substring> = ["DEBUG", "DEBUG=1", "\"DEBUG=1\"", "-DDEBUG"]
        return words.contains { flags.contains($0) }
            || name.lowercased().split { !$0.isLetter }.contains("debug")
    }

    /// The systems that `settings` build for, in lower case.
    static func platforms(_ settings: BuildSettings) -> [String] {
        let systems = [
            "iphoneos": "ios", "macosx": "macos", "appletvos": "tvos", "watchos": "watchos",
            "xros": "visionos",
        ]
        let root = settings.values["SDKROOT"] ?? ""
        let supported = settings.values["SUPPORTED_PLATFORMS"]?.split(separator: " ") ?? []
        let names = supported.isEmpty ? [root[...]] : supported
        return Set(names.compactMap { systems[String($0)] }).sorted()
    }

    /// The settings of `levels` for a device build of the `configuration` of `target`, in the
    /// Xcode project called `name`.
    func settings(
        _ levels: [[BuildSetting]],
        target: String,
        project name: String,
        configuration: String
    ) -> BuildSettings {
        let budget = SettingsBudget(inputs, project: project)
        return BuildSettings(
            levels: levels,
            facts: [
                "sdk": Self.sdk(levels, budget), "arch": "arm64", "config": configuration,
                "variant": "normal",
            ],
            defaults: [
                "TARGET_NAME": target, "TARGETNAME": target, "PROJECT_NAME": name,
                "PROJECT": name, "CONFIGURATION": configuration, "PRODUCT_NAME": target,
                "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
                "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            ],
            budget: budget
        )
    }

    /// The SDK that a device build of `levels` takes, which conditions of settings are matched with.
    private static func sdk(_ levels: [[BuildSetting]], _ budget: SettingsBudget) -> String {
        let settings = BuildSettings(
            levels: levels,
            facts: [:],
            defaults: [:],
            names: ["SDKROOT", "SUPPORTED_PLATFORMS"],
            budget: budget
        )
        let devices = ["iphoneos", "watchos", "appletvos", "xros", "macosx"]
        let supported = settings.values["SUPPORTED_PLATFORMS"]?.split(separator: " ") ?? []
        let root = settings.values["SDKROOT"] ?? ""
        if let device = devices.first(where: { root.hasPrefix($0) }) { return device }
        return devices.first { supported.contains($0[...]) } ?? "iphoneos"
    }
}

/// How much of a property list there is, and whether there are variables in it.
private struct VariableMeasure {
    private(set) var nodeCount = 0
    private(set) var hasVariables = false

    init(_ node: DocumentNode) { add(node) }

    private mutating func add(_ node: DocumentNode) {
        nodeCount += 1
        switch node.content {
        case .scalar(let scalar): note(scalar.text)
        case .sequence(let nodes): for node in nodes { add(node) }
        case .mapping(let entries):
            for entry in entries {
                note(entry.key)
                add(entry.value)
            }
        default: break
        }
    }

    private mutating func note(_ text: String) {
        hasVariables = hasVariables || text.utf8.contains(UInt8(ascii: "$"))
    }
}
