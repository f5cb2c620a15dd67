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
            to be a secret is put on the general pasteboard without `.localOnly`. Calls of the app's own \
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
        context.code.scopes.flatMap { scope -> [Observation] in
            copies(in: scope).compactMap { copy in
                isLocal(copy) ? nil : observation(of: copy, context)
            }
        }
    }

    private struct Copy {
        let scope: CodeScope
        let place: SourcePlace
        let value: Syntax.Expression
        let options: Syntax.Expression?
    }

    private static func copies(in scope: CodeScope) -> [Copy] {
        let assigned = scope.steps.compactMap { step -> Copy? in
            guard case .assignment(let target, let value) = step.statement.kind,
                case .member(let base?, let name) = target.node, isGeneral(base, scope),
                ["string", "strings", "items", "url"].contains(name)
            else { return nil }
            return Copy(scope: scope, place: step.statement.span.start, value: value, options: nil)
        }
        let called = scope.calls.compactMap { site -> Copy? in
            guard let receiver = site.call.receiver, isGeneral(receiver, scope),
                setters.contains(site.call.name ?? ""), let value = site.call.arguments.first?.value
            else { return nil }
            let options = site.call["options"]
            return Copy(scope: scope, place: site.place, value: value, options: options)
        }
        return (assigned + called).sorted { $0.place < $1.place }
    }

    private static func isGeneral(_ base: Syntax.Expression, _ scope: CodeScope) -> Bool {
        let chain = base.chain
        if chain.first == "UIPasteboard" {
            return chain.count == 2 && ["general", "generalPasteboard"].contains(chain[1])
        }
        guard chain.count == 1, let value = scope.value(of: chain[0], before: base.place) else {
            return false
        }
        return value.chain.first == "UIPasteboard" && value.chain.count == 2
            && ["general", "generalPasteboard"].contains(value.chain[1])
    }

    private static func isLocal(_ copy: Copy) -> Bool {
        guard let options = copy.options else { return false }
        return copy.scope.sources(of: options).contains { source in
            source.mentions(anyOf: ["localOnly", "UIPasteboardOptionLocalOnly"])
        }
    }

    /// What is wrong when a secret is copied; `nil` for anything else.
    private static func observation(of copy: Copy, _ context: AuditContext) -> Observation? {
        let shape = context.code.shape(of: copy.value, in: copy.scope)
        guard shape == .open else { return nil }
        if let found = context.sensitive.find(in: copy.value, copy.scope),
            found.match.sensitivity == .credential
        {
            return Observation(
                "'\(found.name)' is copied without localOnly",
                because: found,
                path: copy.scope.file.path,
                span: SourceSpan(copy.place)
            )
        }
        return ofSurroundings(copy, context).map {
            Observation(
                "what '\($0)' copies goes to every device nearby: no localOnly",
                confidence: .medium,
                path: copy.scope.file.path,
                span: SourceSpan(copy.place)
            )
        }
    }

    /// The function or type that copies is named for a secret.
    private static func ofSurroundings(_ copy: Copy, _ context: AuditContext) -> String? {
        guard copy.value.parts.contains(where: { $0.ownName != nil }) else { return nil }
        let local = copy.scope.calls.isEmpty ? [] : copy.scope.nestedFunctionNames
        for name in [copy.scope.function.name, copy.scope.function.type ?? ""] + local {
            let words = NameWords.words(of: name)
            if let match = context.policy.vocabulary.match(handler: name),
                match.sensitivity == .credential
            {
                return name
            }
            if words.contains(where: keeping.contains) || words.starts(with: pasteboard) {
                return name
            }
        }
        return nil
    }

    private static let setters: Set<String> = [
        "setItems", "setString:", "setItems:options:", "setValue", "setValue:forPasteboardType:",
        "setItems:",
    ]
    private static let keeping: Set<String> = ["secret", "mnemonic"]
    /// `SecurePasteboard`: what goes through it is a secret.
    private static let pasteboard = ["secure", "pasteboard"]
}
