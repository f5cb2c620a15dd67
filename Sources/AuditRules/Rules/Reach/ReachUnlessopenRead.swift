import AuditFacts
import AuditPolicy
import ProtectionModel

/// `reach.unlessopen-read`: a class for writing that is read while locked.
enum ReachUnlessopenRead: Rule {
    static let description = RuleDescription(
        "reach.unlessopen-read",
        "Files for writing while locked are read while locked",
        severity: .medium,
        isProven: false,
        summary: """
            A source gives files the class `completeUnlessOpen` and reads them too, and is used by an \
            extension that runs while the device is locked.
            """,
        rationale: """
            The class lets a locked device create files and go on with open ones. It cannot open one that \
            is closed: reading back what was written fails until the unlock.
            """,
        remedy: """
            Use `completeUntilFirstUserAuthentication` for what is read while locked.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a notification service",
                in: .app(withExtension: "com.apple.usernotifications.service"),
                files: [
                    "Kit/Store.swift": ExampleProject.store(
                        writing: ".completeFileProtectionUnlessOpen"
                    )
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "only written",
                in: .app(withExtension: "com.apple.usernotifications.service"),
                files: [
                    "Kit/Store.swift": """
                    final class Store {
                        func a(_ d: Data, _ u: URL) throws { try d.write(to: u, options: .completeFileProtectionUnlessOpen) }
                    }
                    """
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched.union([
        "contentsOf", "contents", "contentsOfFile", "dataWithContentsOfFile",
        "dataWithContentsOfURL",
    ])

    static func observations(in context: AuditContext) -> [Observation] {
        context.uses(ofClass: .completeUnlessOpen).compactMap { use in
            guard reads(use.path, context),
                let reader = context.lockedReader(of: use.path, type: use.scope.function.type)
            else { return nil }
            return Observation(
                "class complete-unless-open: '\(reader.target.name)' (\(reader.context.name)) cannot read it back while the device is locked",
                confidence: .low,
                path: use.path,
                span: use.span,
                kind: context.kind(of: use)
            )
        }
    }

    private static func reads(_ path: String, _ context: AuditContext) -> Bool {
        context.code.scopes(in: path).contains { scope in
            scope.calls.contains { site in
                site.call["contentsOf"] != nil || site.call["contentsOfFile"] != nil
                    || (site.call.name ?? "").hasPrefix("dataWithContentsOf")
                    || site.call.name == "contents" && site.call["atPath"] != nil
            }
        }
    }
}
