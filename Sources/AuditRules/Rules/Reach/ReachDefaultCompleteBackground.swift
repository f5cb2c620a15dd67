import Documents
import AuditFacts
import AuditPolicy
import ProtectionModel

/// `reach.default-complete-background`: a default class that background work cannot read.
enum ReachDefaultCompleteBackground: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.bare.with([
        "App.entitlements": """
        <plist version="1.0"><dict>
        <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>
        <key>com.apple.security.application-groups</key><array><string>group.a</string></array>
        </dict></plist>

        """,
        "Extension.entitlements": """
        <plist version="1.0"><dict>
        <key>com.apple.security.application-groups</key><array><string>group.a</string></array>
        </dict></plist>

        """,
    ])

    static let description = RuleDescription(
        "reach.default-complete-background",
        "Background code cannot read what the default class protects",
        severity: .high,
        isProven: true,
        summary: """
            The entitlements of an app give new files the class `complete`, and the app, or an extension of \
            the same app group, runs while the device is locked; a note where it does by background \
            modes of which no source does anything.
            """,
        rationale: """
            Whatever the app wrote without naming a class cannot be opened by a notification service, an \
            incoming call or a background task while the device is locked. On an unlocked device every \
            test passes.
            """,
        remedy: """
            Make `NSFileProtectionCompleteUntilFirstUserAuthentication` the default and name `complete` at \
            the files that only the screen needs.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a background mode",
                in: project,
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements}
                        info:
                          path: App.plist
                          properties: {UIBackgroundModes: [voip]}
                      Extension:
                        type: app-extension
                        platform: iOS
                        sources: [Extension]
                        settings: {CODE_SIGN_ENTITLEMENTS: Extension.entitlements}
                        info:
                          path: Extension.plist
                          properties: {NSExtension: {NSExtensionPointIdentifier: com.apple.share-services}}
                    """
                ],
                findings: ["App.entitlements:2"]
            ),
            RuleExample(
                "no modes, and an extension in front of the user",
                in: project,
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements}
                        info:
                          path: App.plist
                          properties: {UIBackgroundModes: []}
                      Extension:
                        type: app-extension
                        platform: iOS
                        sources: [Extension]
                        settings: {CODE_SIGN_ENTITLEMENTS: Extension.entitlements}
                        info:
                          path: Extension.plist
                          properties: {NSExtension: {NSExtensionPointIdentifier: com.apple.share-services}}
                    """
                ]
            ),
        ]
    )

    static let watches: Set<String> = []

    static func observations(in context: AuditContext) -> [Observation] {
        context.processes.compactMap { target in
            guard target.defaultClass == .complete, let reader = reader(of: target, context),
                let configuration = target.releases.first,
                let path = configuration.entitlementsPath,
                let entry = configuration.entitlements?.entry(Target.defaultClassKey)
            else { return nil }
            return Observation(
                "'\(target.name)' gives new files the class complete, and \(reader.spoken) runs while the device is locked",
                ceiling: reader.isSeen ? .error : .note,
                path: path,
                span: SourceSpan(entry.place)
            )
        }
    }

    /// What runs while the device is locked, and whether its sources do something then.
    private struct Reader {
        let spoken: String
        let isSeen: Bool
    }

    private static func reader(of target: Target, _ context: AuditContext) -> Reader? {
        let own = target.contexts(in: context.policy).filter(\.runsLocked)
        if let first = own.first {
            let uses = BackgroundModeUses(of: target, context)
            let seen = own.first { isSeen($0, target, uses) }
            return Reader(spoken: "it (\((seen ?? first).name))", isSeen: seen != nil)
        }
        let sharing = context.processes.filter {
            $0.id != target.id && !$0.appGroups.isDisjoint(with: target.appGroups)
                && $0.kind == .appExtension
        }
        for other in sharing {
            guard let found = other.contexts(in: context.policy).first(where: \.runsLocked) else {
                continue
            }
            return Reader(spoken: "'\(other.name)' (\(found.name))", isSeen: true)
        }
        return nil
    }

    /// Whether `target` is in `found` by more than modes of which nothing is seen in its sources.
    private static func isSeen(
        _ found: ExecutionContext,
        _ target: Target,
        _ uses: BackgroundModeUses
    ) -> Bool {
        target.extensionPoint.map(found.extensionPoints.contains) ?? false
            || target.backgroundModes.contains {
                found.backgroundModes.contains($0) && !uses.isUnseen($0)
            }
    }
}
