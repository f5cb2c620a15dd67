import AuditFacts
import AuditPolicy

/// `cloud.schema-world-readable`: a type with sensitive fields that everybody may read.
enum CloudSchemaWorldReadable: Rule {
    static let description = RuleDescription(
        "cloud.schema-world-readable",
        "Everybody may read sensitive fields of a CloudKit schema",
        severity: .high,
        isProven: false,
        summary: """
            A `.ckdb` file grants `READ` to `_world`, or to everybody who is signed in, for a type with \
            fields that are sensitive by the policy's vocabulary; where something is does not count, for \
            shops have a place, too. Grants count in the public database \
            alone: where the sources ask only for the user's own databases nothing is reported, and \
            where they do not say which, the finding is a note. Records of users are always public.
            """,
        rationale: """
            Every copy of the app can read the public database, and so can anybody who takes the \
            container's identifier and key out of one: without an account, in one request, for all users.
            """,
        remedy: """
            Save it into the private database, or into a zone that the user shares, in encrypted fields. \
            What others need to see belongs in a type of its own. Or take the grant away.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0303"],
            weaknesses: ["0002"],
            commonWeaknesses: [359]
        ),
        examples: [
            RuleExample(
                "of an app with a public database",
                files: [
                    "App.ckdb": """
                    DEFINE SCHEMA
                        RECORD TYPE Player (
                            score INT64 SORTABLE,
                            email STRING,
                            GRANT WRITE TO "_creator",
                            GRANT READ TO "_world"
                        );
                    """,
                    "Example.swift": """
                    import CloudKit
                    func save(_ record: CKRecord) async throws {
                        _ = try await CKContainer.default().publicCloudDatabase.save(record)
                    }
                    """,
                ],
                findings: ["App.ckdb:6"]
            ),
            RuleExample(
                "of an app with a private database",
                files: [
                    "App.ckdb": """
                    DEFINE SCHEMA
                        RECORD TYPE Player (
                            email STRING,
                            GRANT WRITE TO "_creator",
                            GRANT READ TO "_world"
                        );
                    """,
                    "Example.swift": """
                    import CloudKit
                    func save(_ record: CKRecord) async throws {
                        _ = try await CKContainer.default().privateCloudDatabase.save(record)
                    }
                    """,
                ]
            ),
        ]
    )

    private static let readers = ["_world": "everybody", "_icloud": "everybody who is signed in"]
    /// How many fields a finding names.
    private static let fieldLimit = 20

    static func observations(in context: AuditContext) -> [Observation] {
        context.recordTypes.filter { $0.audience != .user }.compactMap { path, type, audience in
            // Of several grants the widest says it.
            let grants = type.grants.filter { $0.reads && readers[$0.role] != nil }
            guard let grant = grants.max(by: { $0.role < $1.role }) else { return nil }
            let fields = SensitiveField.all(of: type, context.policy.vocabulary)
                .filter { !$0.match.isGuess && !$0.isPlace }
            guard let first = fields.first else { return nil }
            let others = fields.count > 1 ? " and \(fields.count - 1) more" : ""
            return Observation(
                "\(readers[grant.role] ?? "") may read '\(first.field.name)'\(others) of "
                    + "'\(type.name)'",
                confidence: audience == .everybody ? .medium : .low,
                ceiling: audience == .everybody ? .error : .note,
                path: path,
                span: SourceSpan(grant.place),
                related: fields.prefix(fieldLimit).map { found in
                    RelatedPlace(
                        "'\(found.field.name)'",
                        path: path,
                        line: Int(found.field.place.line)
                    )
                }
            )
        }
    }
}
