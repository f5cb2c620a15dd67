import AuditFacts
import AuditPolicy

/// `cloud.no-encrypted-values`: a sensitive field of a record that is not encrypted.
enum CloudNoEncryptedValues: Rule {
    static let description = RuleDescription(
        "cloud.no-encrypted-values",
        "A sensitive field of a CloudKit record is not encrypted",
        severity: .medium,
        isProven: true,
        summary: """
            A record is given a value that is sensitive by the policy's vocabulary as a plain field. \
            Values that are encrypted before, assets and references are not reported, nor records of \
            the public database, which has no encrypted fields. What is personal is a note: a field \
            that is searched or sorted by cannot be encrypted.
            """,
        rationale: """
            Plain fields can be read by Apple's servers and whoever gets at them, in queries and in \
            the CloudKit console. Encrypted ones are sealed with keys of the user's keychain, on the \
            device, since iOS 15.
            """,
        remedy: """
            Put it into `record.encryptedValues`, which the schema must declare as encrypted before \
            it goes into production; keep credentials in the keychain instead.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            .swift(
                "a token",
                """
                func fill(_ record: CKRecord, _ account: Account) {
                    record["token"] = account.accessToken
                    record["theme"] = account.theme
                }
                """,
                findings: [2]
            ),
            .swift(
                "an encrypted field",
                """
                func fill(_ record: CKRecord, _ account: Account) {
                    record.encryptedValues["token"] = account.accessToken
                    record["passwordReference"] = CKRecord.Reference(record: account.record, action: .none)
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["CKRecord"]

    static func observations(in context: AuditContext) -> [Observation] {
        let sinks = context.sinks[.record].filter { $0.end.property == nil }
        let publicFiles = RecordDatabase.publicFiles(of: sinks, context.code)
        let uses = sinks.compactMap { sink -> SensitiveUse? in
            guard !publicFiles.contains(sink.end.scope.file.path), !holdsPointer(sink, context),
                let found = sink.sensitivity(context)
            else { return nil }
            return sink.use(
                isBytes(sink, context) ? found.guessed : found,
                "'\(found.name)' is a plain field of a record",
                ceiling: found.match.sensitivity == .credential ? .error : .note
            )
        }
        return uses.observations
    }

    /// Whether the value is bytes, which a text that was encrypted before is.
    private static func isBytes(_ sink: ValueSink, _ context: AuditContext) -> Bool {
        sink.values.contains { value in
            let type = context.calls.types.type(of: ValueForms.bare(value), in: sink.scope)
            return type.map { ["Data", "NSData"].contains($0.name) } ?? false
        }
    }

    /// Whether the value is an asset or a reference, which have no encrypted form here.
    private static func holdsPointer(_ sink: ValueSink, _ context: AuditContext) -> Bool {
        sink.values.contains { value in
            let type = context.calls.types.type(of: value, in: sink.scope)
            return type.map { pointers.contains($0.name) || pointers.contains($0.lastName) }
                ?? false
        }
    }

    private static let pointers: Set<String> = [
        "CKAsset", "CKReference", "CKRecord.Reference", "Reference",
    ]
}
