import AuditFacts
import AuditRules
import Testing

/// What is declared and of which no source does anything weighs less than what is used.
@Suite("levels of findings")
struct FindingLevelTests {
    private func levels(_ files: [String: String], rule: String) throws -> [FindingLevel] {
        try AuditedTexts(files).report([rule]).findings.map(\.level)
    }

    private static let shared = [
        "App.entitlements": entitlements("NSFileProtectionComplete"),
        "Share.entitlements": entitlements(nil),
        "project.yml": """
        name: Example
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements}
            info: {path: App.plist, properties: {UIBackgroundModes: [fetch]}}
          Share:
            type: app-extension
            platform: iOS
            sources: [Share]
            settings: {CODE_SIGN_ENTITLEMENTS: Share.entitlements}
            info:
              path: Share.plist
              properties: {NSExtension: {NSExtensionPointIdentifier: com.apple.share-services}}
        """,
    ]

    private static func entitlements(_ name: String?) -> String {
        let key = "<key>com.apple.developer.default-data-protection</key>"
        let groups = "<key>com.apple.security.application-groups</key>"
        return """
            <plist version="1.0"><dict>\(name.map { key + "<string>\($0)</string>" } ?? "")
            \(groups)<array><string>group.a</string></array></dict></plist>
            """
    }

    @Test(
        "targets of different classes are an error where a source asks for the group's folder",
        arguments: [
            ("let d = UserDefaults(suiteName: \"group.a\")", FindingLevel.note),
            ("func a() { _ = UserDefaults(suiteName: \"group.a\") }", .note),
            (
                "let u = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: g)",
                .error
            ),
            ("func a() { _ = m.containerURL(forSecurityApplicationGroupIdentifier: g) }", .error),
            ("let c = ModelConfiguration(groupContainer: .identifier(\"group.a\"))", .error),
        ]
    )
    func groups(_ source: String, _ level: FindingLevel) throws {
        let files = Self.shared.merging(["App/a.swift": source]) { $1 }
        #expect(try levels(files, rule: "store.entitlement-target-mismatch") == [level])
    }

    @Test(
        "a background mode makes a default class an error where a source uses it",
        arguments: [
            ("import BackgroundTasks\nlet r = BGAppRefreshTaskRequest(identifier: \"a\")", true),
            ("func a(_ u: App) { u.setMinimumBackgroundFetchInterval(3600) }", true),
            (
                "func a(_ u: App) { u.setMinimumBackgroundFetchInterval(App.backgroundFetchIntervalNever) }",
                false
            ),
            ("func a() {}", false),
        ]
    )
    func modes(_ source: String, _ isUsed: Bool) throws {
        let files = Self.shared.merging(["App/a.swift": source]) { $1 }
        let found = try levels(files, rule: "reach.default-complete-background")
        #expect(found == [isUsed ? .error : .note])
    }
}
