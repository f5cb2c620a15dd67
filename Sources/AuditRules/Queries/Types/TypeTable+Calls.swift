package import AuditFacts

/// A function that a call runs, and what it is handed.
package struct CallTarget: Sendable {
    /// The function.
    package let declared: DeclaredFunction
    /// For each argument the index of the parameter that takes it.
    package let parameters: [Int]

    /// The function.
    package var function: Syntax.Function { declared.function }
    /// Whether it does nothing, or does not show here what it does.
    package var isEmpty: Bool { function.body.isEmpty && function.folded == nil }
}

extension TypeTable {
    /// The functions of the sources that `call` may run, in `scope`.
    ///
    /// By name, labels and the receiver's type. Where the receiver's type is not known, only the
    /// methods of the one type that has any of that name are meant, unless libraries have them too.
    package func functions(
        calledBy call: Syntax.Call,
        in scope: CodeScope?
    ) -> [CallTarget] {
        functions(calledBy: call, on: call.receiver.flatMap { type(of: $0, in: scope) }, in: scope)
    }

    /// The functions that `call` may run on a value of the type `receiver`; without a receiver in
    /// the call those of the type around it, and global ones.
    func functions(
        calledBy call: Syntax.Call,
        on receiver: TypeName?,
        in scope: CodeScope?
    ) -> [CallTarget] {
        guard let name = call.name else { return [] }
        let owner = scope?.function.type
        guard call.receiver != nil else {
            if let type = fullName(name, in: owner) {
                return fitting(methods("init", of: type), call)
            }
            let own = owner.map { fitting(methods(name, of: $0), call) } ?? []
            return own.isEmpty ? fitting(globalFunctions(name), call) : own
        }
        if let receiver {
            // What runs through a list is known by the list.
            return [receiver, receiver.element].lazy.compactMap { type in
                type.map { methods(name, of: fullName($0.name, in: owner) ?? "") }
            }.map { fitting($0, call) }.first { !$0.isEmpty } ?? []
        }
        return Self.common.contains(name) ? [] : fitting(onlyMethods(name), call)
    }

    private func fitting(_ functions: [DeclaredFunction], _ call: Syntax.Call) -> [CallTarget] {
        functions.compactMap { declared in
            Self.parameters(of: declared.function, takenBy: call).map {
                CallTarget(declared: declared, parameters: $0)
            }
        }
    }

    /// For each argument of `call` the index of the parameter of `function` that takes it; `nil`
    /// where labels do not fit.
    static func parameters(of function: Syntax.Function, takenBy call: Syntax.Call) -> [Int]? {
        let parameters = function.parameters
        if call.arguments.isEmpty { return [] }
        guard !parameters.isEmpty else { return nil }
        // A message names its parts; what a variadic one takes beyond them belongs to its last.
        if function.name.contains(":") {
            return call.arguments.indices.map { min($0, parameters.count - 1) }
        }
        var indices: [Int] = []
        var next = 0
        for (position, argument) in call.arguments.enumerated() {
            let rest = parameters[min(next, parameters.count)...]
            if argument.label == nil, let last = indices.last,
                parameters[last].type?.hasSuffix("...") ?? false
            {
                indices.append(last)
                continue
            }
            let isLast = position == call.arguments.count - 1
            guard
                let index = rest.firstIndex(where: {
                    $0.label == argument.label
                        || isLast && isTrailing(argument)
                            && ($0.type?.contains("->") ?? false)
                })
            else { return nil }
            indices.append(index)
            next = index + 1
        }
        return indices
    }

    private static func isTrailing(_ argument: Syntax.Argument) -> Bool {
        guard argument.label == nil, case .closure = argument.value.node else { return false }
        return true
    }

    /// Methods that values of libraries' types have as well.
    private static let common: Set<String> = [
        "add", "append", "insert", "remove", "set", "get", "save", "load", "write", "read", "open",
        "close", "send", "start", "stop", "cancel", "update", "delete", "fetch", "reload", "show",
        "hide", "present", "dismiss", "encode", "decode", "map", "filter", "forEach", "first",
        "log",
        "store", "run", "execute", "perform", "request", "data", "string", "object", "value",
        "post",
        "setObject:forKey:", "objectForKey:", "setValue:forKey:", "valueForKey:", "addObject:",
        "debug", "info", "error", "warning", "trace", "print", "resume", "bind", "subscribe",
        "publish", "configure", "setup", "reset", "clear", "copy", "description", "init",
    ]
}
