import AuditFacts

/// `restore.secure-field`: what is typed into a secure field, in saved state.
enum RestoreSecureField: Rule {
    static let description = RuleDescription(
        "restore.secure-field",
        "What is typed into a secure field is saved for restoration",
        severity: .medium,
        isProven: true,
        summary: """
            A `SecureField` keeps its text in `@SceneStorage`, or `encodeRestorableState` saves the \
            text of a field that the code makes secure. A screen of a storyboard or xib that has a \
            secure field and a restoration identifier, in an app that saves its state, is a note: the \
            system saves the screen's state, of the text only what code encodes. What the name of a \
            field or value tells is reported by `restore.encode-sensitive`.
            """,
        rationale: """
            The system keeps saved state in its own files and shows it again after a restart. A \
            password in it outlives the screen that hid it behind dots.
            """,
        remedy: """
            Keep what is typed in `@State`, leave secure fields out of saved state, and take the \
            restoration identifier from screens that ask for passwords.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0036"],
            commonWeaknesses: [312]
        ),
        examples: [
            .swift(
                "scene storage",
                """
                struct Unlock: View {
                    @SceneStorage("word") private var word = ""
                    var body: some View { SecureField("Word", text: $word) }
                }
                """,
                findings: [3]
            ),
            .swift(
                "state of the view alone",
                """
                struct Unlock: View {
                    @State private var word = ""
                    @SceneStorage("name") private var name = ""
                    var body: some View {
                        TextField("Name", text: $name)
                        SecureField("Word", text: $word)
                    }
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["SecureField", "isSecureTextEntry", "secureTextEntry"]

    static func observations(in context: AuditContext) -> [Observation] {
        bound(context) + encoded(context) + screens(context)
    }

    // MARK: Views

    private static func bound(_ context: AuditContext) -> [Observation] {
        context.code.calls(of: "SecureField").compactMap { found in
            guard let name = found.call["text"]?.ownName, name.hasPrefix("$"),
                let owner = found.scope.function.type,
                let stored = context.calls.types.storedProperty(
                    String(name.dropFirst()),
                    of: owner
                ),
                let storage = stored.variable.attributes.first(where: { $0.name == "SceneStorage" })
            else { return nil }
            let variable = stored.variable
            let key = storage.arguments.first?.value
            let isTold =
                context.sensitive.told(variable.name, at: variable.span.start) != nil
                || key.map { context.sensitive.find(inKey: $0, nil) != nil } ?? false
            guard !isTold else { return nil }
            return Observation(
                "what is typed here is kept in scene storage, in '\(variable.name)'",
                path: found.path,
                span: found.span,
                related: [
                    RelatedPlace(
                        "the storage",
                        path: stored.file,
                        line: Int(variable.span.start.line)
                    )
                ]
            )
        }
    }

    // MARK: Code

    private static func encoded(_ context: AuditContext) -> [Observation] {
        context.sinks[.restoration].compactMap { sink in
            guard sink.scope.function.name.hasPrefix("encodeRestorableState"),
                let found = sink.sensitivity(context), found.isTypedSecretly
            else { return nil }
            return Observation(
                "the text of '\(found.name)', a secure field, is saved for restoration",
                path: sink.scope.file.path,
                span: sink.span
            )
        }
    }

    // MARK: Screens

    private static func screens(_ context: AuditContext) -> [Observation] {
        guard savesState(context.code) else { return [] }
        return context.facts.interfaces.flatMap { document -> [Observation] in
            guard context.audited.contains(context.facts.scope(of: document.path)) else {
                return []
            }
            return document.controllers.compactMap { controller in
                guard controller.hasSecureField, let id = controller.restorationIdentifier else {
                    return nil
                }
                return Observation(
                    "the screen '\(controller.customClass ?? id)' has a secure field and takes part "
                        + "in restoration",
                    confidence: .low,
                    ceiling: .note,
                    path: document.path,
                    span: SourceSpan(controller.place)
                )
            }
        }
    }

    /// Whether the app lets the system save its state: without the delegate's consent nothing is.
    private static func savesState(_ code: CodeIndex) -> Bool {
        let swift = code.functions("application").filter { declared in
            declared.function.parameters.contains { consents.contains($0.label ?? "") }
        }
        let messages = consents.sorted().flatMap { code.functions("application:" + $0 + ":") }
        return (swift + messages).contains { declared in
            guard let scope = code.scope(of: declared) else { return false }
            return !scope.results.allSatisfy { $0.node == .boolean(false) }
        }
    }

    private static let consents: Set<String> = [
        "shouldSaveApplicationState", "shouldSaveSecureApplicationState",
    ]
}
