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
        context.code.scopes.flatMap { scope -> [Observation] in
            guard scope.function.name.hasPrefix("encodeRestorableState") else { return [] }
            return scope.calls.compactMap { site in
                let found = CallInScope(scope: scope, site: site)
                guard ["encode", "encodeObject:forKey:"].contains(site.call.name ?? ""),
                    found.guards.isEmpty, let value = site.call.arguments.first?.value,
                    let told = told(value, site.call["forKey"], scope, context)
                else { return nil }
                return Observation(
                    "'\(told.name)' is saved for restoration",
                    confidence: .medium,
                    path: scope.file.path,
                    span: found.span,
                    way: told.found.map {
                        Observation.way(from: $0, over: scope.file.path, found.span)
                    } ?? []
                )
            }
        }
    }

    /// The name of what is told, and what was found when it is more than a name.
    private static func told(
        _ value: Syntax.Expression,
        _ key: Syntax.Expression?,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> (name: String, found: SensitiveName?)? {
        guard context.code.shape(of: value, in: scope) == .open else { return nil }
        if let found = context.sensitive.find(in: value, scope) { return (found.name, found) }
        if let key, let found = context.sensitive.find(inKey: key, scope) {
            return (found.name, found)
        }
        let names = value.parts.compactMap(\.ownName) + [key?.literal ?? ""]
        let name = names.first { name in
            let words = NameWords.words(of: name)
            return words.contains("tabs") || words.suffix(1) == ["urls"]
                || words.contains("webview")
        }
        return name.map { ($0, nil) }
    }

    private static func stored(_ context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file in
            file.variables.compactMap { variable -> Observation? in
                guard
                    let attribute = variable.attributes.first(where: { $0.name == "SceneStorage" }),
                    variable.type.map({ context.code.shape(ofType: $0) }) ?? .open == .open,
                    variable.value.map({ context.code.shape(of: $0, in: nil) }) ?? .open != .plain
                else { return nil }
                let names = [variable.name, attribute.arguments.first?.value.literal ?? ""]
                guard let name = names.first(where: { context.policy.vocabulary.match($0) != nil })
                else { return nil }
                return Observation(
                    "'\(name)' is kept in scene storage",
                    confidence: .medium,
                    path: file.path,
                    span: variable.span
                )
            }
        }
    }
}
