import AuditFacts

/// `cloud.public-personal`: personal fields in the public CloudKit database.
enum CloudPublicPersonal: Rule {
    static let description = RuleDescription(
        "cloud.public-personal",
        "Personal data goes into the public CloudKit database",
        severity: .high,
        isProven: false,
        summary: """
            A record is given a field that the vocabulary calls sensitive in a file that saves into \
            `publicCloudDatabase`.
            """,
        rationale:
            "Every user of the app can read the public database, as can anybody with the app's key.",
        remedy: "Save it into the private or a shared database, in `encryptedValues`.",
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0303"],
            weaknesses: ["0002"],
            commonWeaknesses: [359]
        ),
        examples: [
            .swift(
                "a field",
                """
                func save(_ record: CKRecord, _ email: String) {
                    record["email"] = email
                    CKContainer.default().publicCloudDatabase.save(record) { _, _ in }
                }
                """,
                findings: [2]
            ),
            .swift(
                "the private database",
                """
                func save(_ record: CKRecord, _ email: String) {
                    record["email"] = email
                    CKContainer.default().privateCloudDatabase.save(record) { _, _ in }
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["CKRecord", "publicCloudDatabase", "CKContainer"]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file -> [Observation] in
            let scopes = context.code.scopes(in: file.path)
            guard scopes.contains(where: isPublic) else { return [] }
            return scopes.flatMap { scope in
                scope.steps.compactMap { field(in: $0, scope, context) }
            }
        }
    }

    private static func isPublic(_ scope: CodeScope) -> Bool {
        scope.expressions.contains { value in
            value.mentions("publicCloudDatabase")
                || value.mentions("CKContainer") && value.mentions("public")
        }
    }

    private static func field(
        in step: CodeStep,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> Observation? {
        guard case .assignment(let target, let value) = step.statement.kind,
            case .element(let base, let arguments) = target.node, isRecord(base, scope),
            context.code.shape(of: value, in: scope) == .open,
            let key = arguments.first?.value,
            let found = context.sensitive.find(inKey: key, scope)
                ?? context.sensitive.find(in: value, scope)
        else { return nil }
        return Observation(
            "'\(found.name)' is a field of a public record",
            because: found,
            path: scope.file.path,
            span: step.statement.span
        )
    }

    private static func isRecord(_ base: Syntax.Expression, _ scope: CodeScope) -> Bool {
        guard let name = base.ownName else { return false }
        return scope.types(of: name).contains { $0.contains("CKRecord") }
    }
}
