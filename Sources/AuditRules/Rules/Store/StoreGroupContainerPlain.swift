import AuditFacts

/// `store.group-container-plain`: a sensitive file in the app group without a class.
enum StoreGroupContainerPlain: Rule {
    static let description = RuleDescription(
        "store.group-container-plain",
        "A sensitive file in the app group has no class",
        severity: .medium,
        isProven: true,
        summary: """
            Sensitive data is written into the container of an app group and neither the write nor \
            the entitlements of those that run it give it a class.
            """,
        rationale: """
            Every app and extension of the group reads what is there, and the file gets the class of \
            whoever creates it first. Without one it is readable while the device is locked.
            """,
        remedy: """
            Name the strongest class that every reader can work with: `complete` unless a widget or \
            notification service reads it while the device is locked.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0388"],
            weaknesses: ["0001"],
            commonWeaknesses: [922]
        ),
        examples: [
            .swift(
                "favourites for a widget",
                """
                func update(_ favorites: [Site]) throws {
                    let root = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
                    let data = try JSONEncoder().encode(favorites)
                    try data.write(to: root.appendingPathComponent("a.json"))
                }
                """,
                findings: [4]
            ),
            .swift(
                "with a class",
                """
                func update(_ favorites: Data) throws {
                    let root = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
                    try favorites.write(to: root.appendingPathComponent("a"), options: .completeFileProtection)
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union([
        "forSecurityApplicationGroupIdentifier",
        "containerURLForSecurityApplicationGroupIdentifier",
        "containerURL",
    ])

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.written.compactMap { written -> SensitiveUse? in
            guard written.path(context).folder == .group, !written.isCovered(context),
                let found = written.sensitivity(context)
            else { return nil }
            return SensitiveUse(
                found: found,
                message: "no class: '\(found.name)' is written into the app group's container",
                path: written.scope.file.path,
                span: written.span,
                way: written.way
            )
        }
        return uses.observations
    }
}
