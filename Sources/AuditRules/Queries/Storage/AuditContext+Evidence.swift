import AuditFacts
import AuditPolicy

extension AuditContext {
    /// What shows that a store opened at `use` holds something sensitive.
    ///
    /// What the objects have that are kept in it; a name in the function that opens it, then one in its
    /// type or file: parameters, local values, properties, keys of what is put in.
    func evidence(near use: StorageUse) -> SensitiveName? {
        if let found = kept(by: use.operation) { return found }
        if let found = evidence(in: use.scope) { return found }
        for scope in code.scopes(in: use.path) where scope !== use.scope {
            if let found = evidence(in: scope) { return found }
        }
        for variable in use.scope.file.variables {
            let shape = code.shape(of: variable)
            guard shape == .open, let match = policy.vocabulary.match(variable.name) else {
                continue
            }
            return SensitiveName(name: variable.name, match: match, place: variable.span.start)
        }
        return nil
    }

    /// The first sensitive property of the types whose objects such a store keeps, or a type whose name
    /// says what it is.
    private func kept(by operation: StorageUse.Operation) -> SensitiveName? {
        let bases: Set<String> =
            switch operation {
            case .openRealm: ["Object", "RLMObject", "EmbeddedObject", "RealmSwift.Object"]
            case .openCoreData: ["NSManagedObject"]
            default: []
            }
        guard !bases.isEmpty else { return nil }
        return calls.types.heirs(of: bases).lazy.compactMap(sensitive.kept(in:)).first
    }

    /// Sensitive properties of what GRDB keeps, one of each type, with their places.
    var persistedRecords: [SensitiveName] {
        var bases: Set<String> = [
            "PersistableRecord", "MutablePersistableRecord", "EncodableRecord",
        ]
        if !calls.types.declares("Record") { bases.insert("Record") }
        return calls.types.heirs(of: bases).compactMap(sensitive.kept(in:))
    }

    private func evidence(in scope: CodeScope) -> SensitiveName? {
        for name in NameWords.isAction(scope.function.name) ? [scope.function.name] : [] {
            guard let match = policy.vocabulary.match(name) else { continue }
            return SensitiveName(name: name, match: match, place: scope.function.span.start)
        }
        for parameter in scope.function.parameters
        where parameter.type.map({ code.shape(ofType: $0) }) ?? .open == .open {
            for name in [parameter.label, parameter.name].compactMap({ $0 }) {
                guard let match = policy.vocabulary.match(name) else { continue }
                return SensitiveName(name: name, match: match, place: scope.function.span.start)
            }
        }
        for name in scope.variables.names {
            for binding in scope.variables.bindings(of: name) {
                let itself = Syntax.Expression(.name(name), at: binding.since)
                if let found = sensitive.find(in: itself, scope) { return found }
            }
        }
        for site in scope.calls {
            for argument in site.call.arguments {
                if let found = sensitive.find(in: argument.value, scope) { return found }
            }
        }
        return nil
    }
}
