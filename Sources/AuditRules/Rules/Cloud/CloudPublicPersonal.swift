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
        let sinks = context.sinks[.record].filter { $0.end.property == nil }
        let isPublic = Dictionary(grouping: sinks, by: \.end.scope.file.path).mapValues { sinks in
            sinks.first.map { savesPublicly($0.end.scope.file, context.code) } ?? false
        }
        let uses = sinks.compactMap { sink -> SensitiveUse? in
            guard isPublic[sink.end.scope.file.path] ?? false,
                let found = sink.sensitivity(context)
            else { return nil }
            return sink.use(found, "'\(found.name)' is a field of a public record")
        }
        return uses.observations
    }

    private static func savesPublicly(_ file: CodeFile, _ code: CodeIndex) -> Bool {
        code.scopes(in: file.path).flatMap(\.expressions).contains { value in
            value.mentions("publicCloudDatabase")
                || value.mentions("CKContainer") && value.mentions("public")
        }
    }
}
