import AuditFacts
import ProtectionModel
import Documents

/// `store.entitlement-target-mismatch`: targets of one app group with different default classes.
enum StoreEntitlementTargetMismatch: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.signedAppAndShare.with([
        "Share.entitlements": """
        <plist version="1.0"><dict>
        <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>
        <key>com.apple.security.application-groups</key><array><string>group.example</string></array>
        </dict></plist>

        """
    ])

    static let description = RuleDescription(
        "store.entitlement-target-mismatch",
        "Targets that share files have different default classes",
        severity: .high,
        isProven: true,
        summary: """
            An app and an extension of the same app group give new files different classes, or only \
            one of them gives any. Reported once for a group of targets, at the entitlements that \
            differ from the app's; a note where no source asks for the group's folder.
            """,
        rationale: """
            A file in the shared container gets the class of whoever creates it. What the stricter \
            target writes is unreadable to a notification service while the device is locked; what \
            the laxer one writes is readable when it should not be.
            """,
        remedy: """
            Give all targets of the group the same default class, or name a class at each write into \
            the shared container.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0388"],
            weaknesses: ["0001"],
            commonWeaknesses: [922]
        ),
        examples: [
            RuleExample(
                "the extension is stricter",
                in: project,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionCompleteUntilFirstUserAuthentication</string>
                    <key>com.apple.security.application-groups</key><array><string>group.example</string></array>
                    </dict></plist>

                    """
                ],
                findings: ["Share.entitlements:2"]
            ),
            RuleExample(
                "the same class",
                in: project,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>
                    <key>com.apple.security.application-groups</key><array><string>group.example</string></array>
                    </dict></plist>

                    """
                ],
                policy: "default-class: complete"
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let processes = context.processes
        let ceiling: FindingLevel = sharesFiles(context.code) ? .error : .note
        return processes.filter { $0.kind == .appExtension }.compactMap { target in
            guard let app = host(of: target, among: processes),
                let own = stated(target), let other = stated(app), own != other,
                let path = target.releases.first?.entitlementsPath
            else { return nil }
            let entitlements = target.releases.first?.entitlements
            let entry = entitlements?.entry(Target.defaultClassKey) ?? entitlements?.entry(groups)
            return Observation(
                "'\(target.name)' gives new files \(own), '\(app.name)' \(other), and both share "
                    + target.appGroups.intersection(app.appGroups).sorted().joined(separator: ", "),
                ceiling: ceiling,
                path: path,
                span: SourceSpan(entry?.place ?? .start),
                related: app.releases.first?.entitlementsPath.map {
                    [context.place(of: Target.defaultClassKey, in: $0, "the app's entitlements")]
                } ?? []
            )
        }
    }

    /// Whether a source, where any was read, asks for the folder of a group, or has a store put there.
    ///
    /// A group can also be there for defaults or the keychain alone.
    private static func sharesFiles(_ code: CodeIndex) -> Bool {
        code.files.isEmpty || !code.allCalls(of: folders).isEmpty
            || code.files.contains { file in
                file.mentions.contains("ModelConfiguration")
                    || file.variables.contains { variable in
                        folders.contains { variable.value?.mentions($0) ?? false }
                    }
            }
    }

    /// Calls that ask for the folder of a group; SwiftData's `ModelConfiguration` takes one, too.
    private static let folders: Set<String> = [
        "containerURL", "containerURLForSecurityApplicationGroupIdentifier:",
    ]

    /// Where the class would stand if there was one: beside what makes it matter.
    private static let groups = "com.apple.security.application-groups"

    /// The app an extension belongs to: one that embeds it, else the first of its group.
    private static func host(of target: Target, among processes: [Target]) -> Target? {
        let apps = processes.filter {
            $0.kind == .app && $0.project == target.project
                && !$0.appGroups.isDisjoint(with: target.appGroups)
        }
        return apps.first { $0.dependencies.contains(target.id) } ?? apps.first
    }

    /// The class in words; `nil` where one is stated that is not known.
    private static func stated(_ target: Target) -> String? {
        let values = target.releases.map { $0.entitlements?[Target.defaultClassKey]?.string }
        let classes = values.map { $0.map { ProtectionClass(named: $0) } }
        guard target.releases.allSatisfy({ $0.entitlements != nil }), let first = classes.first,
            classes.allSatisfy({ $0 == first })
        else { return nil }
        guard let first else { return "no class" }
        return first.map { "class \($0.name)" }
    }
}
