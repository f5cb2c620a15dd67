/// A target of an example, as its `project.yml` declares it.
struct ExampleTarget {
    private let name: String
    private let type: String
    private var platform = "iOS"
    private let sources: [String]
    private let settings: String
    private let properties: String

    /// An app; `settings` and the Info.plist's `properties` as entries of YAML's flow style.
    static func app(
        _ sources: String...,
        settings: String = "",
        properties: String = ""
    ) -> Self {
        ExampleTarget(
            name: "App",
            type: "application",
            sources: sources,
            settings: settings,
            properties: properties
        )
    }

    /// An app for the Mac, with the Info.plist's `properties` as entries of YAML's flow style.
    static func macApp(_ sources: String..., properties: String = "") -> Self {
        ExampleTarget(
            name: "Desk",
            type: "application",
            platform: "macOS",
            sources: sources,
            settings: "",
            properties: properties
        )
    }

    /// An extension at the extension point `point`, or at none that is known.
    static func appExtension(
        _ name: String = "Extension",
        _ sources: String...,
        settings: String = "",
        point: String? = nil
    ) -> Self {
        ExampleTarget(
            name: name,
            type: "app-extension",
            sources: sources,
            settings: settings,
            properties: point.map { "NSExtension: {NSExtensionPointIdentifier: \($0)}" } ?? ""
        )
    }

    /// The setting that names an entitlements file.
    static func entitled(_ path: String) -> String { "CODE_SIGN_ENTITLEMENTS: \(path)" }

    /// The `project.yml` of `targets`.
    static func project(_ targets: ExampleTarget...) -> String {
        (["name: Example", "targets:"] + targets.flatMap(\.lines)).joined(separator: "\n")
    }

    /// Entitlements with the default class `value` in line 2 and one app group.
    static func entitlements(_ value: String?, group: String? = nil) -> String {
        var lines = ["<plist version=\"1.0\"><dict>"]
        if let value {
            lines.append(
                "<key>com.apple.developer.default-data-protection</key><string>\(value)</string>"
            )
        }
        if let group {
            lines.append(
                "<key>com.apple.security.application-groups</key><array><string>\(group)</string></array>"
            )
        }
        return (lines + ["</dict></plist>", ""]).joined(separator: "\n")
    }

    private var lines: [String] {
        var lines = [
            "  \(name):", "    type: \(type)", "    platform: \(platform)",
            "    sources: [\(sources.joined(separator: ", "))]",
        ]
        if !settings.isEmpty { lines.append("    settings: {\(settings)}") }
        if !properties.isEmpty {
            lines += [
                "    info:", "      path: \(name).plist", "      properties: {\(properties)}",
            ]
        }
        return lines
    }
}
