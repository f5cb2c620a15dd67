import AuditFacts
import AuditPolicy

/// `id.idfv-persisted`: the identifier for vendor copied into storage.
enum IdIdfvPersisted: Rule {
    static let description = RuleDescription(
        "id.idfv-persisted",
        "The identifier for vendor is copied into storage",
        severity: .medium,
        isProven: true,
        summary: "The identifier is put into a database, `UserDefaults` or a file.",
        rationale: """
            The system changes the identifier when the user removes the vendor's apps or moves to a new \
            device; a copy, restored from a backup, goes on naming the old installation.
            """,
        remedy: "Read it when it is needed, or use a random identifier of your own.",
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0068"],
            commonWeaknesses: [359]
        ),
        examples: [
            .objectiveC(
                "a row",
                """
                void a(void) { [db executeNonQuery:@"INSERT INTO flags VALUES('id', ?);" andArguments:@[UIDevice.currentDevice.identifierForVendor.UUIDString]]; }
                """,
                findings: [1]
            ),
            .swift(
                "a header",
                """
                func a(_ r: inout URLRequest) { r.setValue(UIDevice.current.identifierForVendor?.uuidString, forHTTPHeaderField: "Id") }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        let kept = Set(
            DefaultsWrites.all(in: context.calls, context.sensitive).filter { $0.scope != nil }.map
            {
                Place(path: $0.path, place: $0.span.start)
            }
        )
        return context.vendorIdentifier.filter { use in
            use.receivingCalls.contains { found in
                kept.contains(Place(path: found.path, place: found.site.place)) || isInsert(found)
            } || isWritten(use, context)
        }.map { use in
            Observation(
                "identifierForVendor is stored",
                confidence: .medium,
                path: use.path,
                span: SourceSpan(use.place)
            )
        }
    }

    private struct Place: Hashable {
        let path: String
        let place: SourcePlace
    }

    private static func isInsert(_ found: CallInScope) -> Bool {
        found.call.arguments.contains { argument in
            let first = NameWords.words(of: argument.value.literal ?? "").first
            return ["insert", "update", "replace"].contains(first ?? "")
        }
    }

    private static func isWritten(_ use: VendorIdentifierUse, _ context: AuditContext) -> Bool {
        context.storage.uses(in: use.path).contains { storage in
            storage.scope === use.scope && storage.operation == .write
                && storage.content.map(use.isPart) ?? false
        }
    }
}
