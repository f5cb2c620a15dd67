import AuditFacts

/// Types whose values keep another in `UserDefaults`, under a key they are made with: property wrappers
/// and typed keys.
///
/// Those of the sources are known by what they do, those of libraries by name.
struct DefaultsKeepers {
    private let calls: CallGraph
    /// The property that holds the key, by the type's last name.
    private let keys: [String: String]

    /// The keepers among the types that `writes` stand in.
    init(_ writes: [DefaultsWrite], _ calls: CallGraph) {
        self.calls = calls
        var keys = Self.ofLibraries.filter { !calls.types.declares($0.key) }
        for write in writes {
            guard let type = write.scope?.function.type, calls.types.declares(type),
                let property = write.key.flatMap(Self.property),
                calls.types.storedProperty(property, of: type) != nil
            else { continue }
            keys[TypeName(type).lastName] = property
        }
        self.keys = keys
    }

    /// `key` of `key`, `self.key` and `key.rawValue`.
    private static func property(_ key: Syntax.Expression) -> String? {
        let names = key.withoutWrapping.chain.filter { $0 != "self" && $0 != "rawValue" }
        return names.count == 1 ? names[0] : nil
    }

    /// What is kept by variables that are, or are wrapped by, a keeper.
    var writes: [DefaultsWrite] {
        calls.code.files.flatMap { file in
            file.variables.compactMap { variable in
                wrapped(variable, in: file) ?? made(variable, in: file)
            }
        }
    }

    /// `@Setting("token") var token: String`.
    private func wrapped(_ variable: Syntax.Variable, in file: CodeFile) -> DefaultsWrite? {
        for attribute in variable.attributes {
            guard let property = keys[attribute.name] else { continue }
            let given = attribute.arguments.first { $0.label == property }
            let own = Syntax.Expression(.text([.fixed(variable.name)]), at: variable.span.start)
            return DefaultsWrite(
                scope: nil,
                path: file.path,
                span: variable.span,
                key: (given ?? attribute.arguments.first { $0.label == nil })?.value ?? own,
                value: variable.value,
                type: variable.type
            )
        }
        return nil
    }

    /// `let token = Setting<String>(key: "token", default: "")`.
    private func made(_ variable: Syntax.Variable, in file: CodeFile) -> DefaultsWrite? {
        guard let (call, property) = maker(of: variable),
            let key = call[property] ?? call.arguments.first(where: { $0.label == nil })?.value
                ?? call["key"]
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

    /// How many calls of methods may follow the one that makes a keeper: `Setting("a").in(group)`.
    private static let chainLimit = 4

    /// The call that makes the keeper which is the first value of `variable`, and the property that
    /// holds its key.
    private func maker(of variable: Syntax.Variable) -> (call: Syntax.Call, property: String)? {
        var value = variable.value
        for _ in 0..<Self.chainLimit {
            guard case .call(let call)? = value?.node else { return nil }
            if let property = Self.maker(call, variable).flatMap({ keys[$0] }) {
                return (call, property)
            }
            value = call.receiver
        }
        return nil
    }

    /// The last name of the type that `call` makes a value of.
    private static func maker(_ call: Syntax.Call, _ variable: Syntax.Variable) -> String? {
        guard let name = call.name else { return nil }
        if name == "init" || call.receiver == nil && name.first == "." {
            return call.receiver?.lastName
                ?? variable.type.flatMap { TypeName(writtenAs: $0) }?.lastName
        }
        // `Defaults.Key<String>("token")`.
        if name == "Key" { return call.receiver?.ownName == "Defaults" ? "Defaults.Key" : nil }
        return name
    }

    /// Sources: Apple, `AppStorage`; the documentation of SwiftyUserDefaults and Defaults, and what
    /// many guides call the wrapper.
    private static let ofLibraries = [
        "AppStorage": "key", "UserDefault": "key", "UserDefaultsBacked": "key",
        "DefaultsKey": "key", "Defaults.Key": "name", "UserDefaultsKey": "key",
    ]
}
