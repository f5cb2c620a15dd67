import AuditFacts
import AuditPolicy

/// `restore.secure-field`: what is typed into a secure field, in saved state.
enum RestoreSecureField: Rule {
    static let description = RuleDescription(
        "restore.secure-field",
        "What is typed as a secret is saved for restoration, or shown",
        severity: .medium,
        isProven: true,
        summary: """
            A `SecureField` keeps its text in `@SceneStorage`, or `encodeRestorableState` saves the \
            text of a field that the code makes secure. A screen of a storyboard or xib that has a \
            secure field and a restoration identifier, in an app that saves its state, is a note: the \
            system saves the screen's state, of the text only what code encodes. What the name of a \
            field or value tells is reported by `restore.encode-sensitive`. A text field or editor of \
            SwiftUI that is bound to a credential and is not secure, and a `UITextView` for one, are \
            notes, but for those beside a secure field for the same value, which show it when asked to. So \
            is an alert that asks for a credential in a field that is not made secure.
            """,
        rationale: """
            The system keeps saved state in its own files and shows it again after a restart. A \
            password in it outlives the screen that hid it behind dots. In a field that is not secure \
            it can be read over a shoulder, and keyboards learn it.
            """,
        remedy: """
            Ask for it with a `SecureField`, or set `isSecureTextEntry`. Keep what is typed in `@State`, \
            leave secure fields out of saved state, and take the restoration identifier from screens \
            that ask for passwords.
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

    static let watches: Set<String> = [
        "SecureField", "isSecureTextEntry", "secureTextEntry", "addTextField",
        "addTextFieldWithConfigurationHandler",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        bound(context) + encoded(context) + screens(context) + shown(context) + views(context)
            + alerts(context)
    }

    // MARK: Fields that are not secure

    /// `TextField("", text: $password)`, by that name or as a component of the app's own.
    private static func shown(_ context: AuditContext) -> [Observation] {
        let names = Set(context.code.files.flatMap(\.mentions)).filter(isField)
        return context.code.allCalls(of: names).compactMap { found in
            guard let bound = binding(of: found.call), !isHidden(found.call),
                let match = context.policy.vocabulary.match(bound),
                match.sensitivity == .credential, !match.isGuess, !passing.contains(match.term),
                !context.sensitive.secured.contains(
                    bound,
                    of: found.scope.function.type,
                    context.calls.types
                ), !secures(found.scope, bound, context)
            else { return nil }
            return Observation(
                "'\(bound)' is typed into a field that is not secure",
                confidence: .low,
                ceiling: .note,
                path: found.path,
                span: found.span
            )
        }
    }

    private static func isField(_ name: String) -> Bool {
        name == "TextEditor"
            || name.hasSuffix("TextField") && !name.hasPrefix("NS")
                && !name.hasPrefix("UI")
                && !NameWords.words(of: name).contains(where: ["secure", "password"].contains)
    }

    /// Whether an own component is told to hide what is typed: `isSecure: true`.
    private static func isHidden(_ call: Syntax.Call) -> Bool {
        call.arguments.contains { argument in
            let names = argument.value.parts.flatMap { part -> [String] in
                guard case .call(let inner) = part.node else { return [part.ownName ?? ""] }
                return inner.arguments.map { $0.label ?? "" }
            }
            return ([argument.label ?? ""] + names).contains { name in
                NameWords.words(of: name).contains { ["secure", "secured", "masked"].contains($0) }
            }
        }
    }

    /// Codes that are good for a minute, and shown by everybody.
    private static let passing: Set<String> = [
        "otp", "otp code", "one time code", "one time password", "verification code", "totp",
        "security code", "transfer code", "linking code", "device linking code",
    ]

    /// `password` of `$password` and `$model.password`, where it is the text.
    private static func binding(of call: Syntax.Call) -> String? {
        let text =
            call["text"] ?? call.arguments.first { $0.label == nil && isBinding($0.value) }?.value
        return text.flatMap { isBinding($0) ? $0.lastName : nil }.map {
            $0.hasPrefix("$") ? String($0.dropFirst()) : $0
        }
    }

    private static func isBinding(_ value: Syntax.Expression) -> Bool {
        value.chain.first?.hasPrefix("$") ?? false
    }

    /// Whether a secure field for the same value stands in the same type, wherever that is bound.
    private static func secures(
        _ scope: CodeScope,
        _ name: String,
        _ context: AuditContext
    ) -> Bool {
        context.code.calls(of: "SecureField").contains { found in
            found.path == scope.file.path
                && found.call.arguments.flatMap(\.value.parts).contains { part in
                    part.ownName == "$" + name || part.ownName == name && isBinding(part)
                }
        }
    }

    /// `private lazy var privateKeyTextView = UITextView()`: one can hide nothing.
    private static func views(_ context: AuditContext) -> [Observation] {
        context.code.files.compactMap { file in
            let variables = file.variables.filter { isView($0, file, context) }
            guard let first = variables.first else { return nil }
            return Observation(
                "'\(first.name)' shows what is typed into it, and keyboards learn it",
                confidence: .low,
                ceiling: .note,
                path: file.path,
                span: SourceSpan(first.span.start),
                related: variables.dropFirst().map {
                    RelatedPlace(
                        "so does '\($0.name)'",
                        path: file.path,
                        line: Int($0.span.start.line)
                    )
                }
            )
        }
    }

    private static func isView(
        _ variable: Syntax.Variable,
        _ file: CodeFile,
        _ context: AuditContext
    ) -> Bool {
        guard let type = variable.type ?? madeType(variable.value),
            let written = TypeName(writtenAs: type), isTextView(written, context),
            let match = context.policy.vocabulary.match(handler: variable.name)
        else { return false }
        return match.sensitivity == .credential && !match.isGuess
            && isTyped(variable.name, file, context.code)
    }

    private static func madeType(_ value: Syntax.Expression?) -> String? {
        guard case .call(let call) = value?.node else { return nil }
        return call.name
    }

    private static func isTextView(_ type: TypeName, _ context: AuditContext) -> Bool {
        context.calls.types.lineage(of: type.name).contains {
            TypeName($0).lastName == "UITextView"
        }
            || ["TextView", "UITextView"].contains(type.lastName)
    }

    /// Whether the view called `name` takes text that may be learned: it is not read-only, and not both
    /// correction and spell checking are off.
    private static func isTyped(_ name: String, _ file: CodeFile, _ code: CodeIndex) -> Bool {
        let names = code.allScopes(in: file.path).flatMap { scope in
            scope.steps.flatMap { step -> [String] in
                guard case .assignment(let target, let value) = step.statement.kind,
                    target.chain.dropLast().contains(name) || scope.function.name == name
                else { return [] }
                return [(target.ownName ?? "") + ":" + (value.lastName ?? "\(value.node)")]
            }
        }
        let isReadOnly = names.contains("isEditable:boolean(false)")
        let isUnlearned = ["spellCheckingType:no", "autocorrectionType:no"].allSatisfy(
            names.contains
        )
        return !isReadOnly && !isUnlearned
    }

    /// `alert.addTextField()` in a function that takes a password out of the alert, or is called for
    /// it, and makes no field secure.
    private static func alerts(_ context: AuditContext) -> [Observation] {
        let calls = context.code.calls(of: [
            "addTextField", "addTextFieldWithConfigurationHandler:",
        ])
        var told: Set<ObjectIdentifier> = []
        return calls.compactMap { found in
            guard !hasSecureField(found.scope), let name = asked(found.scope, context),
                told.insert(ObjectIdentifier(found.scope)).inserted
            else { return nil }
            return Observation(
                "'\(name)' is typed into an alert's field that is not secure",
                confidence: .low,
                ceiling: .note,
                path: found.path,
                span: found.span
            )
        }
    }

    private static func hasSecureField(_ scope: CodeScope) -> Bool {
        scope.steps.contains { step in
            guard case .assignment(let target, _) = step.statement.kind else { return false }
            return ["isSecureTextEntry", "secureTextEntry"].contains(target.ownName)
        }
            || scope.calls.contains { site in
                site.call.name == "setSecureTextEntry:"
                    // A function of the app's own sets the field up.
                    || ["addTextField"].contains(site.call.name)
                        && site.call.arguments.contains { $0.value.ownName != nil }
            }
    }

    /// The name of what `scope` asks for: a local value that is the text of a field.
    private static func asked(_ scope: CodeScope, _ context: AuditContext) -> String? {
        scope.variables.names.first { name in
            guard let match = context.policy.vocabulary.match(name), !match.isGuess,
                match.sensitivity == .credential, !passing.contains(match.term)
            else { return false }
            return scope.variables.bindings(of: name).contains { binding in
                binding.value.map { $0.ownName == "text" && $0.mentions("textFields") } ?? false
            }
        }
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
