/// A project that many examples stand in, so that each shows only what it is about.
///
/// Its specification, `project.yml`, is one that XcodeGen reads.
package struct ExampleProject: Sendable, Hashable {
    /// Texts by path: the specification, and files that belong to it.
    ///
    /// A file of the example with the same path replaces one of these.
    package let files: [String: String]

    private init(_ targets: String, files: [String: String] = [:]) {
        self.files = files.merging(["project.yml": "name: Example\ntargets:\n" + targets]) { $1 }
    }

    private init(files: [String: String]) {
        self.files = files
    }

    /// No project at all: only the files that are added.
    package static let bare = ExampleProject(files: [:])

    /// The same with `files`, for what several examples have in common.
    package func with(_ files: [String: String]) -> ExampleProject {
        ExampleProject(files: self.files.merging(files) { $1 })
    }

    /// The app `com.example.app` with its sources in `App`, and `App/Info.plist`, which is empty.
    package static let app = ExampleProject(
        """
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: {INFOPLIST_FILE: App/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.example.app}
        """,
        files: ["App/Info.plist": "<plist version=\"1.0\"><dict>\n\n</dict></plist>\n"]
    )

    /// The app `com.example.app`, signed with `App.entitlements`, which the example brings.
    package static let signedApp = ExampleProject(signedTarget)

    /// ``signedApp`` with a share extension, which is signed with `Share.entitlements`.
    package static let signedAppAndShare = ExampleProject(
        signedTarget + "\n"
            + """
              Share:
                type: app-extension
                platform: iOS
                sources: [Share]
                settings: {CODE_SIGN_ENTITLEMENTS: Share.entitlements}
            """
    )

    private static let signedTarget = """
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements, PRODUCT_BUNDLE_IDENTIFIER: com.example.app}
        """

    /// An app with its sources in `App`, and `property`, such as `CFBundleName: Example`, in its
    /// property list.
    package static func app(property: String) -> ExampleProject {
        app(sources: "App", property: property)
    }

    /// An app that the system starts in the background in `mode`, such as `voip`, with its sources
    /// in `App` and `Kit`, where `Kit/Store.swift` is empty.
    package static func app(inBackground mode: String) -> ExampleProject {
        app(
            sources: "App, Kit",
            property: "UIBackgroundModes: [\(mode)]",
            files: ["Kit/Store.swift": ""]
        )
    }

    private static func app(
        sources: String,
        property: String,
        files: [String: String] = [:]
    ) -> ExampleProject {
        ExampleProject(
            """
              App:
                type: application
                platform: iOS
                sources: [\(sources)]
                info:
                  path: App.plist
                  properties: {\(property)}
            """,
            files: files
        )
    }

    /// An app and an extension at `point`, such as `com.apple.widgetkit-extension`, which share the
    /// sources in `Kit`; both make a `Store`.
    package static func app(withExtension point: String) -> ExampleProject {
        ExampleProject(
            """
              App:
                type: application
                platform: iOS
                sources: [App, Kit]
              Extension:
                type: app-extension
                platform: iOS
                sources: [Extension, Kit]
                info:
                  path: Extension.plist
                  properties: {NSExtension: {NSExtensionPointIdentifier: \(point)}}
            """,
            files: [
                "App/App.swift": "final class App { let store = Store() }",
                "Extension/Service.swift": "final class Service { let store = Store() }",
            ]
        )
    }

    /// The source of a `Store`, which in its third line writes files with `options`.
    package static func store(writing options: String) -> String {
        """
        final class Store {
            func save(_ data: Data, to url: URL) throws {
                try data.write(to: url, options: \(options))
            }
            func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
        }
        """
    }
}
