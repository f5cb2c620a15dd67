package import AuditFacts

extension CodeScope {
    /// Whether `name` is a local value or a parameter of the function.
    package func isLocal(_ name: String) -> Bool {
        variables.hasBindings(of: name) || parameter(name) != nil
    }

    /// The last value that `name` got before `place`; the first one when it is only given later.
    package func value(of name: String, before place: SourcePlace) -> Syntax.Expression? {
        binding(of: name, before: place)?.value
    }

    /// The values that `name` may have at `place`, the latest first: one for each way there.
    package func values(of name: String, before place: SourcePlace) -> [Syntax.Expression] {
        variables.bindings(of: name, reaching: place).compactMap(\.value)
    }

    /// `expression` and the values of the local names in it, and of those in them, three levels deep.
    ///
    /// Answers "what is this made of" for paths, options and dictionaries that are built up before
    /// the call.
    package func sources(of expression: Syntax.Expression) -> [Syntax.Expression] {
        var found = [expression]
        var seen: Set<String> = []
        var pending = [(expression, 0)]
        while let (next, depth) = pending.popLast() {
            guard depth < 3, found.count < 64 else { continue }
            for part in next.parts {
                guard case .name(let name) = part.node, seen.insert(name).inserted else { continue }
                for binding in variables.bindings(of: name, at: part.place).prefix(64) {
                    guard let value = binding.value else { continue }
                    found.append(value)
                    pending.append((value, depth + 1))
                }
            }
        }
        return found
    }

    /// What is known of the type of the local value or parameter `name`: as it is declared, and the
    /// root of the values it was given, which is the type where one is made.
    package func types(of name: String) -> [String] {
        let values = variables.bindings(of: name)
        let declared = [parameter(name)?.type] + values.map(\.type)
        return (declared + values.map { $0.value?.chain.first }).compactMap { $0 }
    }
}
