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
        return context.storage.all.filter { $0.operation == .write && !$0.isMarker }.compactMap {
            use in
            guard let target = use.target, let content = use.content,
                use.scope.path(of: target, context.code).folder == .temporary,
                use.coverage(context) == nil, !isRemoved(use), !isWrapped(target, use.scope),
                let name = told(content, target, use.scope, context)
            else { return nil }
            return Observation(
                "'\(name)' is written into the temporary folder without a class and left there",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
    }

    /// Whether the app has a function that is named for emptying the temporary folder.
    private static func hasCleaner(_ code: CodeIndex) -> Bool {
        code.files.lazy.flatMap(\.functions).contains { function in
            let words = Set(NameWords.words(of: function.name))
            return !words.isDisjoint(with: ["remove", "delete", "clear", "purge"])
                && !words.isDisjoint(with: ["temporary", "temp", "tmp"])
        }
    }

    private static func told(
        _ content: Syntax.Expression,
        _ target: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> String? {
        if let found = context.sensitive.origin(of: content, scope) { return found.name }
        return scope.sources(of: content).flatMap(\.parts).compactMap(\.ownName).first { name in
            !documents.isDisjoint(with: NameWords.words(of: name))
        }
    }

    /// Whether something is removed after the write, or in a `defer`, which runs at the end.
    private static func isRemoved(_ use: StorageUse) -> Bool {
        let deferred = use.scope.steps.compactMap { step -> SourceSpan? in
            guard case .attempt(_, let handlers) = step.statement.kind, handlers.isEmpty else {
                return nil
            }
            return step.statement.span
        }
        return use.scope.calls.contains { site in
            guard (site.call.name ?? "").hasPrefix("removeItem") || site.call.name == "delete"
            else { return false }
            return site.place > use.span.start
                || deferred.contains { $0.start < site.place && site.place.line <= $0.endLine }
        }
    }

    private static func isWrapped(_ target: Syntax.Expression, _ scope: CodeScope) -> Bool {
        scope.path(of: target, CodeIndex([])).names.contains {
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
