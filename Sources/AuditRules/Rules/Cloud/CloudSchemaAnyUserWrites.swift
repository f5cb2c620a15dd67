import AuditFacts

/// `cloud.schema-any-user-writes`: records that users may change who did not save them.
enum CloudSchemaAnyUserWrites: Rule {
    static let description = RuleDescription(
        "cloud.schema-any-user-writes",
        "Any user may change records of others",
        severity: .medium,
        isProven: true,
        summary: """
            A `.ckdb` file grants `WRITE` to `_icloud` or `_world` for a type. Grants count in the public \
            database alone: where the sources ask only for the user's own databases nothing is reported.
            """,
        rationale: """
            To write is to change and to remove: anybody with an account can alter every record of the \
            type or empty the database, with the app's own key, and the app takes what it then reads \
            for what its author saved.
            """,
        remedy: """
            Grant `CREATE` to `_icloud` and `WRITE` to `_creator`; where more users are to change a \
            record, make a role for them, or let each save a record of their own that refers to it.
            """,
        references: RuleReferences(controls: ["STORAGE-1"], commonWeaknesses: [732]),
        examples: [
            RuleExample(
                "everybody who is signed in",
                files: [
                    "App.ckdb": """
                    DEFINE SCHEMA
                        RECORD TYPE Score (
                            value INT64 SORTABLE,
                            GRANT READ, CREATE, WRITE TO "_icloud",
                            GRANT READ TO "_world"
                        );
                    """
                ],
                findings: ["App.ckdb:4"]
            ),
            RuleExample(
                "who has saved it",
                files: [
                    "App.ckdb": """
                    DEFINE SCHEMA
                        CREATE ROLE Moderator;
                        RECORD TYPE Score (
                            value INT64 SORTABLE,
                            GRANT WRITE TO "_creator",
                            GRANT READ, WRITE TO Moderator,
                            GRANT CREATE TO "_icloud",
                            GRANT READ TO "_world"
                        );
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.recordTypes.filter { $0.audience != .user }.flatMap { path, type, _ in
            type.grants.filter { $0.writes && ["_icloud", "_world"].contains($0.role) }.map {
                Observation(
                    $0.role == "_world"
                        ? "everybody may change records of '\(type.name)'"
                        : "everybody who is signed in may change records of '\(type.name)'",
                    path: path,
                    span: SourceSpan($0.place)
                )
            }
        }
    }
}
