import AuditPolicy
import AuditFacts
import ProtectionModel

/// `reach.default-complete-background`: a default class that background work cannot read.
enum ReachDefaultCompleteBackground: Rule {
    static let description = RuleDescription(
        "reach.default-complete-background",
        "Background code cannot read what the default class protects",
        severity: .high,
        isProven: true,
        summary: """
            The entitlements of an app give new files the class `complete`, and the app, or an extension of \
            the same app group, runs while the device is locked.
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
            example("a background mode", modes: "voip", findings: ["App.entitlements:2"]),
            example(
                "several modes",
                modes: "fetch, remote-notification",
                findings: ["App.entitlements:2"]
            ),
            example(
                "a notification service of the same group",
                point: "com.apple.usernotifications.service",
                findings: ["App.entitlements:2"]
            ),
            example(
                "no modes, and an extension in front of the user",
                point: "com.apple.share-services"
            ),
            example(
                "passwords are filled in on an unlocked device",
                point: "com.apple.authentication-services-credential-provider-ui"
            ),
            example(
                "a weaker default",
                value: "NSFileProtectionCompleteUntilFirstUserAuthentication",
                modes: "voip"
            ),
            example("no default", value: nil, modes: "voip"),
            example("no modes", modes: ""),
        ]
    )

    static let watches: Set<String> = []

    private static func example(
        _ title: String,
        value: String? = "NSFileProtectionComplete",
        modes: String = "",
        point: String = "com.apple.share-services",
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": ExampleTarget.project(
                    .app(
                        "App",
                        settings: ExampleTarget.entitled("App.entitlements"),
                        properties: "UIBackgroundModes: [\(modes)]"
                    ),
                    .appExtension(
                        "Extension",
                        "Extension",
                        settings: ExampleTarget.entitled("Extension.entitlements"),
                        point: point
                    )
                ),
                "App.entitlements": ExampleTarget.entitlements(value, group: "group.a"),
                "Extension.entitlements": ExampleTarget.entitlements(nil, group: "group.a"),
            ],
            findings: findings
        )
    }

    static func observations(in context: AuditContext) -> [Observation] {
        context.processes.compactMap { target in
            guard target.defaultClass == .complete, let reader = reader(of: target, context),
                let configuration = target.releases.first,
                let path = configuration.entitlementsPath,
                let entry = configuration.entitlements?.entry(Target.defaultClassKey)
            else { return nil }
            return Observation(
                "'\(target.name)' gives new files the class complete, and \(reader) runs while the device is locked",
                path: path,
                span: SourceSpan(entry.place)
            )
        }
    }

    private static func reader(of target: Target, _ context: AuditContext) -> String? {
        if let own = target.contexts(in: context.policy).first(where: \.runsLocked) {
            return "it (\(own.name))"
        }
        let sharing = context.processes.filter {
            $0.id != target.id && !$0.appGroups.isDisjoint(with: target.appGroups)
                && $0.kind == .appExtension
        }
        for other in sharing {
            guard let found = other.contexts(in: context.policy).first(where: \.runsLocked) else {
                continue
            }
            return "'\(other.name)' (\(found.name))"
        }
        return nil
    }
}
