import AuditFacts
import AuditPolicy

/// `restore.encode-sensitive`: sensitive state saved for restoration.
enum RestoreEncodeSensitive: Rule {
    static let description = RuleDescription(
        "restore.encode-sensitive",
        "Sensitive state is saved for restoration",
        severity: .medium,
        isProven: true,
        summary: """
            `encodeRestorableState`, the activity for state restoration or `@SceneStorage` is given \
            addresses of pages or what the vocabulary calls sensitive.
            """,
        rationale: """
            The system keeps saved state in its own files, of its own class, and shows it again after \
            a restart, whatever the app's lock or private mode says.
            """,
        remedy: "Save an opaque id, and look the rest up when the data is available.",
        references: RuleReferences(
            controls: ["STORAGE-1"],
            weaknesses: ["0001"],
            commonWeaknesses: [312]
        ),
        examples: [
            .swift(
                "addresses of tabs",
                """
                class Browser: UIViewController {
                    override func encodeRestorableState(with coder: NSCoder) {
                        coder.encode(tabs.map({ $0.url.clean }), forKey: "webViewTabs")
                    }
                }
                """,
                findings: [3]
            ),
            .swift(
                "an index",
                """
                class Browser: UIViewController {
                    override func encodeRestorableState(with coder: NSCoder) {
                        coder.encode(currentTabIndex, forKey: "index")
                    }
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["encodeRestorableState", "NSCoder", "coder"]

    static func observations(in context: AuditContext) -> [Observation] {
        encoded(context) + stored(context)
    }

    private static func encoded(_ context: AuditContext) -> [Observation] {
        context.sinks[.restoration].compactMap { sink in
            guard sink.end.scope.function.name.hasPrefix("encodeRestorableState"),
                sink.end.step.guards.isEmpty
            else { return nil }
            if let found = sink.sensitivity(context) {
                // `restore.secure-field` tells of it.
                if found.isTypedSecretly { return nil }
                return Observation(
                    "'\(found.name)' is saved for restoration",
                    because: found,
                    path: sink.scope.file.path,
                    span: sink.span,
                    way: sink.way
                )
            }
            return address(in: sink, context).map { name in
                Observation(
                    "'\(name)' is saved for restoration",
                    confidence: .medium,
                    path: sink.scope.file.path,
                    span: sink.span
                )
            }
        }
    }

    /// The name of what holds addresses of pages.
    private static func address(in sink: ValueSink, _ context: AuditContext) -> String? {
        let open = sink.values.filter { context.code.shape(of: $0, in: sink.scope) == .open }
        guard !open.isEmpty else { return nil }
        let names = open.flatMap(\.parts).compactMap(\.ownName) + [sink.key?.literal ?? ""]
        return names.first { name in
            let words = NameWords.words(of: name)
            return words.contains("tabs") || words.suffix(1) == ["urls"]
                || words.contains("webview")
        }
    }

    private static func stored(_ context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file in
            file.variables.compactMap { variable -> Observation? in
                guard
                    let attribute = variable.attributes.first(where: { $0.name == "SceneStorage" }),
                    context.code.shape(of: variable) == .open
                else { return nil }
                return told(variable, key: attribute.arguments.first?.value, context).map { found in
                    Observation(
                        "'\(found.name)' is kept in scene storage",
                        because: found,
                        path: file.path,
                        span: variable.span
                    )
                }
            }
        }
    }

    /// How many functions may assign to a property: one that more do may hold anything.
    private static let assignerLimit = 64

    /// What the name, the key or a value that is given it says of `variable`.
    private static func told(
        _ variable: Syntax.Variable,
        key: Syntax.Expression?,
        _ context: AuditContext
    ) -> SensitiveName? {
        let sensitive = context.sensitive
        if let found = sensitive.told(variable.name, at: variable.span.start) { return found }
        if let key, let found = sensitive.find(inKey: key, nil) { return found }
        let given = context.code.assignments(to: variable.name, limit: assignerLimit) ?? []
        return given.lazy.filter {
            $0.scope.function.type == variable.owner && !$0.scope.declares(variable.name)
        }.compactMap { sensitive.find(in: $0.value, $0.scope) }.first
    }
}
