package import AuditFacts
import AuditPolicy

/// Everything that sources keep in `UserDefaults`.
package enum DefaultsWrites {
    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "UserDefaults", "NSUserDefaults", "standardUserDefaults", "AppStorage", "userDefaults",
        "defaults",
    ]

    /// What is kept there by calls in `calls`, those of functions that hand it on among them, by
    /// property wrappers and under typed keys.
    ///
    /// `isNamed` says whether the policy says what is stored under a key.
    static func all(
        in calls: CallGraph,
        _ sensitive: SensitiveValues,
        isNamed: (Syntax.Expression, CodeScope?) -> Bool = { _, _ in false }
    ) -> [DefaultsWrite] {
        let direct =
            calls.code.calls(of: Self.calls).compactMap { write($0, calls) }
            + calls.code.scopes.flatMap { entries(in: $0, calls) }
        let written = calls.withWrappers(direct) { write, parameter, scope in
            sensitive.tells(parameter.name, scope)
                || write.key.map {
                    sensitive.find(inKey: $0, scope) != nil || isNamed($0, scope)
                } ?? false
        }
        return written + DefaultsKeepers(written, calls).writes
    }

    private static let calls: Set<String> = [
        "set", "setValue", "setObject:forKey:", "setValue:forKey:", "setURL:forKey:",
    ]

    private static func write(_ found: CallInScope, _ calls: CallGraph) -> DefaultsWrite? {
        guard let key = found.call["forKey"], let value = found.call.arguments.first?.value,
            isDefaults(found, calls)
        else { return nil }
        return DefaultsWrite(
            scope: found.scope,
            path: found.path,
            span: found.span,
            key: key,
            value: value,
            type: nil
        )
    }

    /// `UserDefaults.standard["name"] = name`, by a subscript of the app's own or of a library.
    private static func entries(in scope: CodeScope, _ calls: CallGraph) -> [DefaultsWrite] {
        scope.steps.compactMap { step in
            guard case .assignment(let target, let value) = step.statement.kind,
                case .element(let base, let keys) = target.node, let key = keys.first?.value
            else { return nil }
            let type = calls.types.type(of: base, in: scope)
            guard type.map({ isDefaults($0, calls) }) ?? isDefaults(chain: base.chain) else {
                return nil
            }
            return DefaultsWrite(
                scope: scope,
                path: scope.file.path,
                span: step.statement.span,
                key: key,
                value: value,
                type: nil
            )
        }
    }

    private static func isDefaults(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        let own = calls.types.functions(calledBy: found.call, in: found.scope)
        guard own.isEmpty else { return false }
        guard let receiver = found.call.receiver else {
            return found.scope.function.type.map { isDefaults(TypeName($0), calls) } ?? false
        }
        if let type = calls.types.type(of: receiver, in: found.scope) {
            return isDefaults(type, calls)
        }
        if isDefaults(chain: receiver.chain) { return true }
        guard let root = receiver.chain.first,
            let value = found.scope.value(of: root, before: found.site.place)
        else { return false }
        return isDefaults(chain: value.chain)
    }

    private static func isDefaults(_ type: TypeName, _ calls: CallGraph) -> Bool {
        calls.types.lineage(of: type.name).contains { name in
            ["UserDefaults", "NSUserDefaults", "Foundation.UserDefaults"].contains(name)
                && !calls.types.declares(name)
        }
    }

    private static func isDefaults(chain: [String]) -> Bool {
        chain.contains { name in
            ["UserDefaults", "NSUserDefaults", "standardUserDefaults"].contains(name)
                || NameWords.words(of: name).suffix(2) == ["user", "defaults"]
        }
    }
}

/// A value that code keeps in `UserDefaults`, or in another key-value store.
package struct DefaultsWrite: Sendable {
    /// The function it stands in; `nil` for a property wrapper.
    package let scope: CodeScope?
    /// The path of the source.
    package let path: String
    /// The lines it takes.
    package let span: SourceSpan
    /// The key.
    package let key: Syntax.Expression?
    /// The value; of a typed key or wrapper its default.
    package let value: Syntax.Expression?
    /// The type that a typed key or wrapper declares.
    package let type: String?
    /// What is done with it on its way there, when it is done by functions of the app.
    package var way: [RelatedPlace] = []
}

extension DefaultsWrite: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> {
        guard let scope, let value else { return [] }
        return scope.parameters(in: value)
    }

    func reached(by caller: CallGraph.Caller) -> [DefaultsWrite] {
        guard let scope, let value else { return [] }
        let keyed = key.map { scope.parameters(in: $0) } ?? []
        let place = RelatedPlace(
            "'\(scope.function.name)' keeps it in UserDefaults",
            path: path,
            line: Int(span.start.line)
        )
        return caller.values(of: scope.parameters(in: value)).map { given in
            DefaultsWrite(
                scope: caller.scope,
                path: caller.scope.file.path,
                span: caller.span,
                key: keyed.sorted().lazy.compactMap(caller.value).first,
                value: given,
                type: nil,
                way: [place] + way
            )
        }
    }
}

extension DefaultsWrite {
    /// What makes the value sensitive: its own name, or its key; `nil` for nothing, and for a truth
    /// value, number, date or nothing at all.
    ///
    /// What the policy says of a key holds, whatever is stored under it.
    package func sensitivity(_ context: AuditContext) -> SensitiveName? {
        if let kind = kind(context) { return sensitivity(of: kind, context) }
        guard holdsText(context) else { return nil }
        let sensitive = context.sensitive
        for isGuessing in [false, true] {
            if let key,
                let found = sensitive.find(inKey: key, scope, isGuessing: isGuessing)
            {
                return found
            }
            if let value,
                let found = sensitive.find(in: value, scope, isGuessing: isGuessing)
            {
                return found
            }
            if let found = ofType(context) { return found }
            if !isGuessing, let scope, let name = value?.ownName, scope.isLocal(name),
                let found = sensitive.contents(of: name, before: span.start, scope)
            {
                return found
            }
        }
        guard let scope, let value else { return nil }
        return CarriedContent(sensitive, .encoded).find(in: value, scope)
    }

    /// The kind of data that the policy says is stored under its key.
    func kind(_ context: AuditContext) -> DataKind? {
        key.flatMap { context.kind(ofKey: $0, scope) }
    }

    private func sensitivity(of kind: DataKind, _ context: AuditContext) -> SensitiveName? {
        let isRemoval =
            scope != nil && value.map { context.code.shape(of: $0, in: scope) } == .empty
        guard !isRemoval, let sensitivity = kind.sensitivity, let key else { return nil }
        return SensitiveName(
            name: context.code.text(of: key, in: scope) ?? kind.name,
            match: VocabularyMatch(sensitivity: sensitivity, term: kind.name),
            place: key.place
        )
    }

    private func holdsText(_ context: AuditContext) -> Bool {
        if let type, context.code.shape(ofType: type) == .plain { return false }
        guard let value else { return true }
        switch context.code.shape(of: value, in: scope) {
        case .plain: return false
        // The default of a typed key says nothing of what is kept later.
        case .empty: return scope == nil
        case .fixedText, .open: return true
        }
    }

    /// A setter that keeps whatever it is given: its type's name may tell what.
    private func ofType(_ context: AuditContext) -> SensitiveName? {
        guard let scope, value?.ownName == "newValue", let type = scope.function.type,
            key.flatMap({ context.code.text(of: $0, in: scope) }) == nil,
            let match = context.policy.vocabulary.match(handler: type)
        else { return nil }
        return SensitiveName(name: type, match: match.guessed, place: span.start)
    }
}

extension AuditContext {
    /// What is kept in `UserDefaults` and is of `sensitivity`.
    func observations(ofDefaults sensitivity: Sensitivity) -> [Observation] {
        let writes = DefaultsWrites.all(in: calls, sensitive) { kind(ofKey: $0, $1) != nil }
        let uses = writes.compactMap { write -> SensitiveUse? in
            guard let found = write.sensitivity(self), found.match.sensitivity == sensitivity else {
                return nil
            }
            let kind = write.kind(self)
            let owner = kind.map { " of '\($0.name)'" } ?? ""
            return SensitiveUse(
                found: found,
                message: "'\(found.name)'\(owner) is kept in UserDefaults",
                path: write.path,
                span: write.span,
                way: write.way,
                kind: kind
            )
        }
        return uses.observations
    }
}
