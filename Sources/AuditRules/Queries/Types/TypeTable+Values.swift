package import AuditFacts

extension TypeTable {
    /// How many expressions are looked at for one answer.
    private static let stepLimit = 64

    /// The type of `value`, as far as declarations tell; of a type's name the type itself.
    package func type(
        of value: Syntax.Expression,
        in scope: CodeScope?
    ) -> TypeName? {
        var search = TypeSearch(types: self, stepsLeft: Self.stepLimit)
        return search.type(of: value, in: scope)
    }
}

/// One search for the type of a value.
private struct TypeSearch {
    let types: TypeTable
    var stepsLeft: Int

    mutating func type(of value: Syntax.Expression, in scope: CodeScope?) -> TypeName? {
        guard stepsLeft > 0 else { return nil }
        stepsLeft -= 1
        switch value.node {
        case .text: return TypeName("String")
        case .boolean: return TypeName("Bool")
        case .list(let values):
            return TypeName("Array", [first(of: values.prefix(1), scope)].compactMap(\.self))
        case .name(let name): return named(name, value.place, scope)
        case .member(let base?, let name): return member(name, of: base, scope)
        case .call(let call): return made(by: call, scope)
        case .element(let base, _): return type(of: base, in: scope)?.element
        case .unwrapped(let inner): return type(of: inner, in: scope)
        case .cast(_, let written): return TypeName(writtenAs: written)
        case .operation("??", let values), .operation("&", let values):
            return first(of: values[...], scope)
        case .operation("?:", let values): return first(of: values.dropFirst(), scope)
        default: return nil
        }
    }

    private mutating func first(
        of values: ArraySlice<Syntax.Expression>,
        _ scope: CodeScope?
    ) -> TypeName? {
        for value in values {
            if let type = type(of: value, in: scope) { return type }
        }
        return nil
    }

    private mutating func named(
        _ name: String,
        _ place: SourcePlace,
        _ scope: CodeScope?
    ) -> TypeName? {
        let owner = scope?.function.type
        if name == "self" || name == "Self" { return owner.map { TypeName($0) } }
        if name == "super" {
            return owner.flatMap { types.lineage(of: $0).dropFirst().first }.map { TypeName($0) }
        }
        if let scope, let binding = scope.binding(of: name, before: place) {
            if let written = binding.type { return types.written.type(written) }
            return binding.value.flatMap { type(of: $0, in: scope) }
        }
        if let written = scope?.parameter(name, at: place)?.type {
            return types.written.type(written)
        }
        if let scope, let handed = scope.handed(name, before: place) {
            return type(of: handed, scope)
        }
        if let owner, let found = property(name, of: owner) { return found }
        if name.first?.isUppercase == true {
            return TypeName(types.fullName(name, in: owner) ?? name)
        }
        return types.global(name).flatMap { type(of: $0, owner: nil) }
    }

    /// The type of what a closure is handed: an element of a list, or what the function that is
    /// called says.
    private mutating func type(of handed: HandedValue, _ scope: CodeScope) -> TypeName? {
        let receiver = handed.call.receiver.flatMap { type(of: $0, in: scope) }
        if let method = handed.call.name, KnownValues.handsElements(method), handed.index == 0,
            let receiver
        {
            return receiver.element ?? receiver
        }
        // Not by asking the table for the receiver's type: what a closure is handed may be what the
        // call is made on, and each question of its own would begin anew.
        let targets = types.functions(calledBy: handed.call, on: receiver, in: scope)
        guard targets.count == 1, let target = targets.first,
            target.parameters.indices.contains(handed.argument),
            let written = target.function.parameters[target.parameters[handed.argument]].type
        else { return nil }
        let parameters = TypeName.parameters(ofFunction: written)
        guard parameters.indices.contains(handed.index), let type = parameters[handed.index] else {
            return nil
        }
        return resolved(type, in: target.declared.function.type)
    }

    private mutating func member(
        _ name: String,
        of base: Syntax.Expression,
        _ scope: CodeScope?
    ) -> TypeName? {
        guard let type = type(of: base, in: scope) else { return nil }
        for owner in [type] + (type.element.map { [$0] } ?? []) {
            if let found = property(name, of: owner.name) { return found }
        }
        if let nested = types.fullName(type.name + "." + name) { return TypeName(nested) }
        return Self.singletons.contains(name) ? type : nil
    }

    private mutating func property(_ name: String, of owner: String) -> TypeName? {
        let owner = types.fullName(owner) ?? owner
        if let stored = types.storedProperty(name, of: owner) {
            return type(of: stored, owner: owner)
        }
        return types.getter(of: name, in: owner)?.function.returnType
            .flatMap { TypeName(writtenAs: $0) }.map { resolved($0, in: owner) }
    }

    private mutating func type(of declared: DeclaredVariable, owner: String?) -> TypeName? {
        let variable = declared.variable
        if let written = variable.type.flatMap(types.written.type) {
            return resolved(written, in: owner)
        }
        return variable.value.flatMap { type(of: $0, in: nil) }
    }

    /// `type` by its full name where the sources declare it.
    private func resolved(_ type: TypeName, in owner: String?) -> TypeName {
        TypeName(types.fullName(type.name, in: owner) ?? type.name, type.arguments)
    }

    private mutating func made(by call: Syntax.Call, _ scope: CodeScope?) -> TypeName? {
        guard let name = call.name else { return nil }
        guard let receiver = call.receiver else {
            if name.first?.isUppercase == true {
                return TypeName(types.fullName(name, in: scope?.function.type) ?? name)
            }
            return returned(by: call, nil, scope)
        }
        if name == "init" || name.hasPrefix("init") && name.hasSuffix(":") || name == "alloc"
            || name == "new" || name == "copy" || name == "mutableCopy"
        {
            return type(of: receiver, in: scope)
        }
        let type = type(of: receiver, in: scope)
        if let found = returned(by: call, type, scope) { return found }
        if let type, Self.elementMethods.contains(name) { return type.element ?? type }
        if let type, Self.sameMethods.contains(name) { return type }
        // `UserDefaults.standard`, `[NSUserDefaults standardUserDefaults]`, `Foo.shared()`.
        let isOfType = receiver.lastName?.first?.isUppercase == true
        if isOfType,
            Self.singletons.contains(name) || name.hasPrefix("shared")
                || name.hasPrefix("standard") || name.hasPrefix("default")
        {
            return type
        }
        if name.first?.isUppercase == true, let type {
            return types.fullName(type.name + "." + name).map { TypeName($0) }
        }
        return nil
    }

    private mutating func returned(
        by call: Syntax.Call,
        _ receiver: TypeName?,
        _ scope: CodeScope?
    ) -> TypeName? {
        let found = types.functions(calledBy: call, on: receiver, in: scope)
        guard let written = found.first?.declared.function.returnType,
            found.allSatisfy({ $0.declared.function.returnType == written }),
            let type = TypeName(writtenAs: written)
        else { return nil }
        if ["Self", "instancetype", "id"].contains(type.name) { return receiver }
        return resolved(type, in: found[0].declared.function.type)
    }

    private static let singletons: Set<String> = [
        "shared", "standard", "default", "main", "current", "instance", "sharedInstance",
        "standardUserDefaults", "generalPasteboard", "general", "defaultManager",
    ]
    /// Methods whose result has the elements of their receiver.
    private static let sameMethods: Set<String> = [
        "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled",
        "receive", "removeDuplicates", "eraseToAnyPublisher", "debounce", "throttle",
        "observe", "distinctUntilChanged", "asObservable", "asDriver", "share", "handleEvents",
        "subscribe",
    ]
    private static let elementMethods: Set<String> = [
        "first", "last", "randomElement", "min", "max", "firstObject", "lastObject",
        "objectAtIndex:", "objectForKey:", "popLast", "removeFirst", "removeLast",
    ]
}
