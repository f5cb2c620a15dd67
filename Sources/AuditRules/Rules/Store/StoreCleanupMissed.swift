import AuditFacts
import AuditPolicy

/// `store.cleanup-missed`: a temporary that is removed on one way out of a function, not on another.
enum StoreCleanupMissed: Rule {
    static let description = RuleDescription(
        "store.cleanup-missed",
        "A temporary file stays when something goes wrong",
        severity: .medium,
        isProven: true,
        summary: """
            A function makes a file in the temporary folder and removes it, but not on each way out: \
            it returns or throws before, it catches an error after which nothing is removed, or it \
            removes only what succeeded. And a share sheet is given an export, and nothing in that \
            source removes anything when it is closed. A note unless what is in the file is \
            known to be sensitive.
            """,
        rationale: """
            The system empties that folder when it pleases, which may be never. What stays is a copy \
            in plain text that nobody knows of.
            """,
        remedy: """
            Remove it in a `defer` right after it is made, in the completion handler whatever the \
            outcome, or in the `deinit` of a type that owns the file.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0302"],
            weaknesses: ["0001"],
            commonWeaknesses: [459]
        ),
        examples: [
            .swift(
                "a way out before the removal",
                """
                func export(_ messages: Data, _ sender: Sender) throws {
                    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a.json")
                    try messages.write(to: file)
                    guard sender.isConnected else { return }
                    sender.send(file)
                    try FileManager.default.removeItem(at: file)
                }
                """,
                findings: [4]
            ),
            .swift(
                "however it ends",
                """
                func export(_ messages: Data, _ sender: Sender) throws {
                    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a.json")
                    defer { try? FileManager.default.removeItem(at: file) }
                    try messages.write(to: file)
                    guard sender.isConnected else { return }
                    sender.send(file)
                }
                """
            ),
        ]
    )

    static let watches = TemporaryFile.watched.union(["UIActivityViewController"])

    static func observations(in context: AuditContext) -> [Observation] {
        let hasCleaner = StoreTmpSensitive.hasCleaner(context.code)
        let files = context.code.scopes.flatMap { TemporaryFile.all(in: $0, context.code) }
        return files.compactMap { observation(of: $0, hasCleaner, context) }
            + (StoreTmpSensitive.hasCleaner(context.code, forAll: true) ? [] : shared(context))
    }

    private static func observation(
        of file: TemporaryFile,
        _ hasCleaner: Bool,
        _ context: AuditContext
    ) -> Observation? {
        guard let (message, span) = missed(file) else { return nil }
        let content = file.creation.call.receiver.flatMap {
            context.sensitive.origin(of: $0, file.scope)
        }
        let isSure = !hasCleaner && content.map { !$0.match.isGuess } ?? false
        return Observation(
            "the \(file.isHanded ? "file" : "temporary file") at '\(file.name)' \(message)",
            confidence: isSure ? .medium : .low,
            ceiling: isSure ? .error : .note,
            path: file.scope.file.path,
            span: span,
            related: related(file)
        )
    }

    private static func related(_ file: TemporaryFile) -> [RelatedPlace] {
        let made = file.isHanded ? nil : ("it is made here", file.creation)
        let removed = file.removals.first.map { ("it is removed here", $0) }
        let others = file.leaves.dropFirst().map { ("it stays when it ends here, too", $0.start) }
        let places = [made, removed].compactMap(\.self).map { ($0, $1.place) } + others
        return places.map { words, place in
            RelatedPlace(words, path: file.scope.file.path, line: Int(place.line))
        }
    }

    private static func missed(_ file: TemporaryFile) -> (message: String, span: SourceSpan)? {
        if let span = file.leaves.first { return ("stays when the function ends here", span) }
        if let step = file.failing {
            return ("stays when an error is caught", SourceSpan(step.statement.span.start))
        }
        guard file.condition != nil, let removal = file.removals.first else { return nil }
        return ("is removed only after a success", SourceSpan(removal.place))
    }

    // MARK: Share sheets

    /// Exports that are handed to a share sheet by sources that remove nothing.
    private static func shared(_ context: AuditContext) -> [Observation] {
        let calls = context.code.calls(of: [
            "UIActivityViewController", "initWithActivityItems:applicationActivities:",
        ])
        return calls.compactMap { found in
            guard let items = found.call["activityItems"] ?? found.call["initWithActivityItems"],
                case .list(let values) = items.node,
                let name = values.lazy.compactMap({ export($0, found.scope, context) }).first,
                !removes(in: found.path, context)
            else { return nil }
            return Observation(
                "the export '\(name)' seems to stay when the share sheet is closed",
                confidence: .low,
                ceiling: .note,
                path: found.path,
                span: found.span
            )
        }
    }

    /// The name of a file that was made to be shared.
    private static func export(
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> String? {
        guard let name = value.withoutWrapping.lastName,
            let type = context.calls.types.type(of: value, in: scope)?.lastName,
            ["URL", "NSURL"].contains(type)
        else { return nil }
        if scope.path(of: value, context.code).folder == .temporary { return name }
        let made = scope.value(of: name, before: value.place).flatMap(ValueForms.name(of:))
        let words = [name, made, scope.function.type, scope.function.name].compactMap(\.self)
            .flatMap { NameWords.words(of: $0) }
        return words.contains(where: exporting.contains) && scope.declares(name) ? name : nil
    }

    private static let exporting: Set<String> = ["export", "exported", "exporter", "backup"]

    private static func removes(in path: String, _ context: AuditContext) -> Bool {
        context.code.scopes(in: path).contains { scope in
            scope.calls.contains { TemporaryFile.isRemoval($0.call) }
        }
    }
}
