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
        let publicFiles = RecordDatabase.publicFiles(of: sinks, context.code)
        let uses = sinks.compactMap { sink -> SensitiveUse? in
            guard publicFiles.contains(sink.end.scope.file.path),
                let found = sink.sensitivity(context)
            else { return nil }
            return sink.use(found, "'\(found.name)' is a field of a public record")
        }
        return uses.observations
    }
}
