import AuditFacts
import AuditPolicy

/// `clip.secret-not-local`: a secret on the general pasteboard that leaves the device or stays.
enum ClipSecretNotLocal: Rule {
    static let description = RuleDescription(
        "clip.secret-not-local",
        "A secret is copied to every device, without an expiry",
        severity: .medium,
        isProven: true,
        summary: """
            Something that its name, or the name of the function, type or screen that copies it, shows \
            to be a secret is put on the general pasteboard without `.localOnly`. Whatever else an app \
            copies is a note where the policy has `sensitive-screens: true`. Calls of the app's own \
            functions that set the options are not reported.
            """,
        rationale: """
            Universal Clipboard hands what is copied to every device of the user nearby, and every app \
            that is opened may read it until something else is copied.
            """,
        remedy: """
            Use `UIPasteboard.general.setItems([[type: text]], options: [.localOnly: true, \
            .expirationDate: Date().addingTimeInterval(60)])`, in one helper that all screens call.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0276", "0279", "0280"],
            weaknesses: ["0030"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "a one-time password",
                "func copy(_ otp: String) { UIPasteboard.general.string = otp }",
                findings: [1]
            ),
            .swift(
                "local, with an expiry",
                """
                func copy(_ password: String) {
                    UIPasteboard.general.setItems([["public.text": password]], options: [.localOnly: true, .expirationDate: Date()])
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["UIPasteboard"]

    static func observations(in context: AuditContext) -> [Observation] {
        var uses: [SensitiveUse] = []
        var others: [Observation] = []
        var surroundings: [ObjectIdentifier: Surroundings] = [:]
        for copy in context.sinks[.pasteboard] where !staysHere(copy.end) {
            if let found = copy.sensitivity(context, isGuessing: true) {
                let isSecret = found.match.sensitivity == .credential
                uses.append(
                    copy.use(
                        found,
                        "'\(found.name)' is copied without localOnly",
                        ceiling: isSecret ? .error : .note
                    )
                )
                continue
            }
            guard copy.way.isEmpty, isNamed(copy, context.code) else { continue }
            let id = ObjectIdentifier(copy.scope)
            let around = surroundings[id] ?? Surroundings(copy.scope, context.policy.vocabulary)
            surroundings[id] = around
            if let name = around.name {
                others.append(observation(of: copy, name, around.isSure))
            } else if context.policy.hasSensitiveScreens {
                others.append(shown(copy))
            }
        }
        return uses.observations + others
    }

    /// Whether what is copied at `end` stays on the device, or whoever calls the function decides.
    private static func staysHere(_ end: ValueSink.End) -> Bool {
        if let isLocal = end.call?["localOnly"] { return isLocal.node != .boolean(false) }
        guard let options = end.call?["options"] else { return false }
        if !end.scope.parameters(in: options).isEmpty { return true }
        let set = options.ownName.map { end.scope.entries(of: $0).map(\.key) } ?? []
        return (end.scope.sources(of: options) + set).contains { source in
            source.mentions(anyOf: names) && !deniesLocal(source)
        }
    }

    /// Whether it is a dictionary that says `localOnly: false`.
    private static func deniesLocal(_ options: Syntax.Expression) -> Bool {
        guard case .dictionary(let entries) = options.node else { return false }
        return entries.contains { entry in
            entry.key.lastName.map(names.contains) ?? false && entry.value.node == .boolean(false)
        }
    }

    private static let names: Set<String> = ["localOnly", "UIPasteboardOptionLocalOnly"]

    /// Whether the copy is of something with a name, and not of a fixed text.
    private static func isNamed(_ copy: ValueSink, _ code: CodeIndex) -> Bool {
        copy.values.contains { value in
            code.shape(of: value, in: copy.scope) == .open
                && value.parts.contains { $0.ownName != nil }
        }
    }

    private static func observation(
        of copy: ValueSink,
        _ name: String,
        _ isSure: Bool
    ) -> Observation {
        Observation(
            "what '\(name)' copies goes to every device nearby: no localOnly",
            confidence: isSure ? .medium : .low,
            ceiling: isSure ? .error : .note,
            path: copy.scope.file.path,
            span: copy.span
        )
    }

    /// What an app copies whose screens the policy calls sensitive, whatever it is.
    private static func shown(_ copy: ValueSink) -> Observation {
        let name = copy.values.lazy.compactMap { ValueForms.name(of: $0) }.first
        return Observation(
            "\(name.map { "'\($0)'" } ?? "what the app shows") is copied without localOnly",
            confidence: .low,
            ceiling: .note,
            path: copy.scope.file.path,
            span: copy.span
        )
    }

    /// What a function is named for.
    private struct Surroundings {
        /// The name that speaks of secrets; `nil` for none.
        let name: String?
        /// Whether it is the function's own, and not that of its type, which may copy other things.
        let isSure: Bool

        init(_ scope: CodeScope, _ vocabulary: Vocabulary) {
            let functions = [scope.function.name] + scope.nestedFunctionNames
            let own = functions.first { Self.speaksOfSecrets($0, vocabulary) }
            let type = scope.function.type
            isSure = own != nil
            name = own ?? type.flatMap { Self.speaksOfSecrets($0, vocabulary) ? $0 : nil }
        }

        private static func speaksOfSecrets(_ name: String, _ vocabulary: Vocabulary) -> Bool {
            vocabulary.match(handler: name)?.sensitivity == .credential
                // A pasteboard that is called secure is there for secrets.
                || NameWords.words(of: name).starts(with: ["secure", "pasteboard"])
        }
    }
}
