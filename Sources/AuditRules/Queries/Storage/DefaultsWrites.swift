package import AuditFacts
import AuditPolicy

/// Everything that sources keep in `UserDefaults`.
package enum DefaultsWrites {
    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "UserDefaults", "NSUserDefaults", "standardUserDefaults", "AppStorage", "userDefaults",
        "defaults",
    ]

    /// What `code` keeps there, by file and place.
    package static func all(in code: CodeIndex) -> [DefaultsWrite] {
        calls(in: code) + typedKeys(in: code) + wrappers(in: code)
    }

    private static func calls(in code: CodeIndex) -> [DefaultsWrite] {
        let names: Set<String> = [
            "set", "setValue", "setObject:forKey:", "setValue:forKey:", "setURL:forKey:",
        ]
        return code.calls(of: names).compactMap { found in
            guard found.call["forKey"] != nil, isDefaults(found, code) else { return nil }
            return DefaultsWrite(
                scope: found.scope,
                path: found.path,
                span: found.span,
                key: found.call["forKey"],
                value: found.call.arguments.first?.value,
                type: nil
            )
        }
    }

    private static func isDefaults(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        guard let receiver = found.call.receiver else { return false }
        if isDefaults(chain: receiver.chain) { return true }
        guard let root = receiver.chain.first else { return false }
        if let value = found.scope.value(of: root, before: found.site.place),
            isDefaults(chain: value.chain)
        {
            return true
        }
        let declared = declarations(of: receiver.lastName ?? root, found, code)
        let types =
            [found.scope.parameter(root)?.type, found.scope.bindings[root]?.first?.type]
            + declared.map(\.type)
        return types.compactMap { $0 }.contains { $0.contains("UserDefaults") }
            || !found.scope.isLocal(root)
                && declared.contains { isDefaults(chain: $0.value?.chain ?? []) }
    }

    /// What is declared under `name`: in the same file, or anywhere when it is not there.
    private static func declarations(
        of name: String,
        _ found: CallInScope,
        _ code: CodeIndex
    ) -> [Syntax.Variable] {
        let declared = code.variables(name)
        let near = declared.filter { $0.file == found.path }
        return (near.isEmpty ? declared : near).map(\.variable)
    }

    private static func isDefaults(chain: [String]) -> Bool {
        chain.contains { name in
            ["UserDefaults", "NSUserDefaults", "standardUserDefaults"].contains(name)
                || NameWords.words(of: name).suffix(2) == ["user", "defaults"]
        }
    }

    /// `Option<String?>(key: "…", default: nil)` and `Defaults.Key<String>("…", default: "")`.
    private static func typedKeys(in code: CodeIndex) -> [DefaultsWrite] {
        code.files.flatMap { file in
            file.variables.compactMap { variable in
                guard let value = variable.value, case .call(let call) = value.node,
                    isTypedKey(call), let key = call["key"] ?? call.arguments.first?.value
                else { return nil }
                return DefaultsWrite(
                    scope: nil,
                    path: file.path,
                    span: variable.span,
                    key: key,
                    value: call["default"] ?? call["defaultValue"],
                    type: variable.type
                )
            }
        }
    }

    private static func isTypedKey(_ call: Syntax.Call) -> Bool {
        switch call.name {
        case "Option", "UserDefault", "UserDefaultsKey", "DefaultsKey", "Preference":
            call["key"] != nil && (call["default"] != nil || call["defaultValue"] != nil)
        case "Key": call.receiver?.ownName == "Defaults"
        default: false
        }
    }

    private static func wrappers(in code: CodeIndex) -> [DefaultsWrite] {
        code.files.flatMap { file in
            file.variables.compactMap { variable in
                let attribute = variable.attributes.first {
                    ["AppStorage", "UserDefault", "UserDefaultsBacked"].contains($0.name)
                }
                guard let attribute else { return nil }
                let name = Syntax.Expression(
                    .text([.fixed(variable.name)]),
                    at: variable.span.start
                )
                return DefaultsWrite(
                    scope: nil,
                    path: file.path,
                    span: variable.span,
                    key: attribute.arguments.first?.value ?? name,
                    value: variable.value,
                    type: variable.type
                )
            }
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
}

extension DefaultsWrite {
    /// What makes the value sensitive: its own name, or its key; `nil` for nothing, and for a truth
    /// value, number, date or nothing at all.
    package func sensitivity(_ context: AuditContext) -> SensitiveName? {
        guard holdsText(context) else { return nil }
        if let key, let found = context.sensitive.find(inKey: key, scope) { return found }
        if let value, let found = context.sensitive.find(in: value, scope) { return found }
        return ofType(context)
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

    /// A setter that keeps whatever it is given: its type's name tells what.
    private func ofType(_ context: AuditContext) -> SensitiveName? {
        guard let scope, value?.ownName == "newValue", let type = scope.function.type,
            key.flatMap({ context.code.text(of: $0, in: scope) }) == nil,
            let match = context.policy.vocabulary.match(handler: type)
        else { return nil }
        return SensitiveName(name: type, match: match, place: span.start)
    }
}

extension AuditContext {
    /// What is kept in `UserDefaults` and is of `sensitivity`.
    func observations(ofDefaults sensitivity: Sensitivity) -> [Observation] {
        DefaultsWrites.all(in: code).compactMap { write in
            guard let found = write.sensitivity(self), found.match.sensitivity == sensitivity else {
                return nil
            }
            return Observation(
                "'\(found.name)' is kept in UserDefaults",
                confidence: .medium,
                path: write.path,
                span: write.span
            )
        }
    }
}
