import AuditFacts
import AuditPolicy

/// `cloud.schema-plain-personal`: a sensitive field that a schema does not encrypt.
enum CloudSchemaPlainPersonal: Rule {
    static let description = RuleDescription(
        "cloud.schema-plain-personal",
        "A sensitive field of a CloudKit schema is not encrypted",
        severity: .medium,
        isProven: true,
        summary: """
            A `.ckdb` file has a field that is sensitive by the policy's vocabulary and not \
            `ENCRYPTED`. Personal fields with an index are notes: what is searched or sorted by cannot \
            be encrypted. Assets, references and types of the public database are not reported.
            """,
        rationale: """
            Whoever runs the service, and whoever gets at it, reads plain fields of private databases. \
            Encrypted ones are sealed on the device with keys of the user's keychain, since iOS 15.
            """,
        remedy: """
            Declare it as `ENCRYPTED STRING` and save it in `record.encryptedValues`. A field that is in \
            production stays plain: add another one, move the values, and empty the old one. Keep \
            credentials in the keychain instead.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            RuleExample(
                "an address and a token",
                files: [
                    "Contacts.ckdb": """
                    DEFINE SCHEMA
                        RECORD TYPE Contact (
                            email       STRING,
                            accessToken STRING QUERYABLE,
                            color       STRING
                        );
                    """
                ],
                findings: ["Contacts.ckdb:3", "Contacts.ckdb:4"]
            ),
            RuleExample(
                "encrypted",
                files: [
                    "Contacts.ckdb": """
                    DEFINE SCHEMA
                        RECORD TYPE Contact (
                            email        ENCRYPTED STRING,
                            passwordFile ASSET,
                            emailCount   INT64
                        );
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.recordTypes.filter { $0.audience != .everybody }.flatMap { path, type, _ in
            SensitiveField.all(of: type, context.policy.vocabulary).map { found in
                observation(of: found, type, path)
            }
        }
    }

    private static func observation(
        of found: SensitiveField,
        _ type: SchemaFile.RecordType,
        _ path: String
    ) -> Observation {
        let isNote =
            found.match.isGuess || found.match.sensitivity == .personal && found.field.isIndexed
        return Observation(
            "'\(found.field.name)' of '\(type.name)' is not encrypted",
            confidence: found.match.isGuess ? .low : .medium,
            ceiling: isNote ? .note : .error,
            path: path,
            span: SourceSpan(found.field.place)
        )
    }
}
