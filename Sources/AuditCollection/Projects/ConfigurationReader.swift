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

    /// The configuration `name` with `settings`.
    func configuration(
        _ name: String,
        _ settings: BuildSettings,
        missing: inout [UnreadInput]
    ) -> BuildConfiguration {
        let entitlements = document(
            "CODE_SIGN_ENTITLEMENTS",
            .entitlements,
            settings,
            missing: &missing
        )
        let info = document("INFOPLIST_FILE", .info, settings, missing: &missing)
        return BuildConfiguration(
            name: name,
            isDebug: Self.isDebug(name, settings),
            settings: settings.values,
            entitlementsPath: entitlements?.path,
            entitlements: entitlements?.root.map { Self.expanded($0, settings) },
            infoPath: info?.path,
            info: InfoKeys.merge(info, settings)
        )
    }

    /// The document that a setting names; `nil` for none, with a path and no root for a missing one.
    private func document(
        _ setting: String,
        _ role: PropertyDocument.Role,
        _ settings: BuildSettings,
        missing: inout [UnreadInput]
    ) -> PropertyDocument? {
        guard let text = settings.values[setting], !text.isEmpty else { return nil }
        let path = Self.path(text, in: folder).map(inputs.index.spelling)
        if let path, let document = inputs.document(path, role) { return document }
        if let root = generated[setting] {
            return PropertyDocument(path: path ?? text, role: role, root: root)
        }
        missing.append(
            UnreadInput(
                path: path ?? project,
                place: path == nil ? settings.assignments[setting]?.place : nil,
                reason: .missing,
                message: path == nil
                    ? "\(setting) names '\(text)', which is not a path in the tree"
                    : "\(setting) of \(project) names it, but it does not exist"
            )
        )
        return PropertyDocument(path: path ?? text, role: role, root: nil)
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

    /// The property list with the settings' values in its texts.
    static func expanded(_ node: DocumentNode, _ settings: BuildSettings) -> DocumentNode {
        let content: DocumentNode.Content =
            switch node.content {
            case .scalar(let scalar) where node.string != nil:
                .scalar(DocumentScalar(text: settings.expand(scalar.text), isQuoted: true))
            case .sequence(let nodes): .sequence(nodes.map { expanded($0, settings) })
            case .mapping(let entries):
                .mapping(
                    entries.map {
                        DocumentEntry(
                            key: settings.expand($0.key),
                            keyLocation: $0.keyLocation,
                            origin: $0.origin,
                            value: expanded($0.value, settings)
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

    /// The settings of `levels` for a device build of the configuration `name`.
    static func settings(
        _ levels: [[BuildSetting]],
        target: String,
        project: String,
        configuration: String
    ) -> BuildSettings {
        BuildSettings(
            levels: levels,
            facts: [
                "sdk": sdk(levels), "arch": "arm64", "config": configuration, "variant": "normal",
            ],
            defaults: [
                "TARGET_NAME": target, "TARGETNAME": target, "PROJECT_NAME": project,
                "PROJECT": project, "CONFIGURATION": configuration, "PRODUCT_NAME": target,
                "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
                "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            ]
        )
    }

    /// The SDK that a device build of `levels` takes, which conditions of settings are matched with.
    private static func sdk(_ levels: [[BuildSetting]]) -> String {
        let settings = BuildSettings(levels: levels, facts: [:], defaults: [:])
        let devices = ["iphoneos", "watchos", "appletvos", "xros", "macosx"]
        let supported = settings.values["SUPPORTED_PLATFORMS"]?.split(separator: " ") ?? []
        let root = settings.values["SDKROOT"] ?? ""
        if let device = devices.first(where: { root.hasPrefix($0) }) { return device }
        return devices.first { supported.contains($0[...]) } ?? "iphoneos"
    }
}
