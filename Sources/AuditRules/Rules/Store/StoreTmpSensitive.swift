import AuditFacts
import AuditPolicy

/// `store.tmp-sensitive`: a sensitive export left in the temporary folder.
enum StoreTmpSensitive: Rule {
    static let description = RuleDescription(
        "store.tmp-sensitive",
        "A sensitive export is left in the temporary folder",
        severity: .medium,
        isProven: true,
        summary: """
            Sensitive data or a document made for the user is written into the temporary folder \
            without a class, and the function does not remove it afterwards.
            """,
        rationale: """
            The system empties that folder when it pleases, which may be never. Until then the export \
            lies there under the default class, readable while the device is locked.
            """,
        remedy: """
            Write it with `.completeFileProtection` and remove it when the share sheet is closed, best \
            in a type that deletes its file when it goes.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0302"],
            weaknesses: ["0001"],
            commonWeaknesses: [459]
        ),
        examples: [
            .swift(
                "a page as a PDF for the share sheet",
                #"""
                func share(_ pdfData: Data, _ title: String) throws {
                    let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(title).pdf")
                    try pdfData.write(to: url)
                }
                """#,
                findings: [3]
            ),
            .swift(
                "with a class",
                """
                func share(_ pdfData: Data) throws {
                    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf")
                    try pdfData.write(to: url, options: [.completeFileProtection])
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(["temporaryDirectory", "NSTemporaryDirectory"])

    static func observations(in context: AuditContext) -> [Observation] {
        guard !hasCleaner(context.code) else { return [] }
        let uses = context.written.compactMap { written -> SensitiveUse? in
            guard written.path(context).folder == .temporary, !written.isCovered(context),
                !isRemoved(written), !isWrapped(written, context),
                let found = told(written, context)
            else { return nil }
            return SensitiveUse(
                found: found,
                message:
                    "'\(found.name)' is written into the temporary folder without a class and left there",
                path: written.scope.file.path,
                span: written.span,
                way: written.way
            )
        }
        return uses.observations
    }

    /// Whether the app has a function that is named for emptying the temporary folder; one `forAll` of
    /// it is not told which files.
    static func hasCleaner(_ code: CodeIndex, forAll: Bool = false) -> Bool {
        code.files.lazy.flatMap(\.functions).contains { function in
            guard !forAll || function.parameters.isEmpty else { return false }
            let words = Set(NameWords.words(of: function.name))
            return !words.isDisjoint(with: removing) && !words.isDisjoint(with: temporary)
                && words.isDisjoint(with: others)
        }
    }

    private static let removing: Set<String> = [
        "remove", "delete", "clear", "purge", "clean", "empty", "cleanup", "up",
    ]
    private static let temporary: Set<String> = ["temporary", "temp", "tmp"]
    /// What else is called temporary.
    private static let others: Set<String> = [
        "message", "messages", "reaction", "reactions", "view", "views", "id", "ids", "user", "key",
        "observer", "ban", "state", "event", "events", "temperature", "template",
    ]

    private static func told(
        _ written: WrittenContent,
        _ context: AuditContext
    ) -> SensitiveName? {
        if let found = written.sensitivity(context) { return found }
        let sources = written.scope.sources(of: written.value)
        let name = sources.flatMap(\.parts).compactMap(\.ownName).first { name in
            !documents.isDisjoint(with: NameWords.words(of: name))
        }
        let match = VocabularyMatch(sensitivity: .personal, term: "document")
        return name.map { SensitiveName(name: $0, match: match, place: written.value.place) }
    }

    private static func isRemoved(_ written: WrittenContent) -> Bool {
        isRemoved(after: written.use.span, in: written.use.scope)
            || isRemoved(after: written.span, in: written.scope)
    }

    /// Whether something is removed after `span`, or in a `defer`, which runs at the end.
    private static func isRemoved(after span: SourceSpan, in scope: CodeScope) -> Bool {
        let deferred = scope.steps.compactMap { step -> SourceSpan? in
            guard case .attempt(_, let handlers) = step.statement.kind, handlers.isEmpty else {
                return nil
            }
            return step.statement.span
        }
        return scope.calls.contains { site in
            guard (site.call.name ?? "").hasPrefix("removeItem") || site.call.name == "delete"
            else { return false }
            return site.place > span.start
                || deferred.contains { $0.start < site.place && site.place.line <= $0.endLine }
        }
    }

    /// Whether a type of the app's own makes the path, which may remove what it made.
    private static func isWrapped(_ written: WrittenContent, _ context: AuditContext) -> Bool {
        written.path(context).names.contains {
            let words = NameWords.words(of: $0)
            return $0.first?.isUppercase == true && words.contains("temporary")
                && $0 != "NSTemporaryDirectory"
        }
    }

    /// Words of documents that are made for the user and hold what the user keeps.
    private static let documents: Set<String> = [
        "pdf", "backup", "export", "exported", "statement", "invoice", "receipt", "transcript",
    ]
}
