import AuditFacts

/// Looks for listed APIs and tells them from what the sources declare under the same name.
struct RequiredReasonFinder {
    private let code: CodeIndex
    /// Members that an own enumeration has: its implicit members are not `FileAttributeKey`'s.
    private let ownCases: Set<String>
    private let hasOwnDefaults: Bool

    /// Looks in `code`.
    init(_ code: CodeIndex) {
        self.code = code
        let types = code.files.flatMap(\.types)
        ownCases = Set(types.filter { $0.kind == .enumeration }.flatMap(\.members))
        hasOwnDefaults = types.contains { type in
            type.kind != .extensionType
                && RequiredReasonSymbol.defaults.contains(
                    String(type.name.split(separator: ".").last ?? "")
                )
        }
    }

    /// The uses in `file`, by place.
    func uses(in file: CodeFile) -> [RequiredReasonUse] {
        var uses: Set<RequiredReasonUse> = []
        for scope in code.scopes(in: file.path) {
            for expression in scope.expressions {
                expression.forEachPart { part in
                    if let use = use(part, scope, file) { uses.insert(use) }
                }
            }
        }
        for part in file.variables.compactMap(\.value).flatMap(\.parts) {
            if let use = use(part, nil, file) { uses.insert(use) }
        }
        uses.formUnion(typedDefaults(in: file))
        return uses.sorted { ($0.place, $0.symbol) < ($1.place, $1.symbol) }
    }

    private func use(
        _ part: Syntax.Expression,
        _ scope: CodeScope?,
        _ file: CodeFile
    ) -> RequiredReasonUse? {
        switch part.node {
        case .call(let call):
            return function(call, part.place, file) ?? fileDate(of: call, part.place, file)
        case .name(let name): return named(name, part.place, file)
        case .member(let base, let name):
            return member(name, of: base, part.place, scope, file)
        case .element(_, let arguments):
            return arguments.lazy.compactMap { key($0.value, file) }.first
        case .dictionary(let entries): return entries.lazy.compactMap { key($0.key, file) }.first
        default: return nil
        }
    }

    private func found(
        _ symbol: String,
        _ categories: [RequiredReasonCategory],
        _ place: SourcePlace,
        _ file: CodeFile
    ) -> RequiredReasonUse {
        RequiredReasonUse(symbol: symbol, categories: categories, path: file.path, place: place)
    }

    private func function(
        _ call: Syntax.Call,
        _ place: SourcePlace,
        _ file: CodeFile
    ) -> RequiredReasonUse? {
        guard let name = call.name, let known = RequiredReasonSymbol.functions[name],
            call.arguments.count == known.arguments,
            call.arguments.allSatisfy({ $0.label == nil }),
            call.receiver.map({ $0.lastName == "Darwin" }) ?? true,
            code.functions(name).isEmpty
        else { return nil }
        let isBoth = RequiredReasonSymbol.alsoDiskSpace.contains(name)
        return found(name, [known.category] + (isBoth ? [.diskSpace] : []), place, file)
    }

    /// `attributes.fileModificationDate()` of `NSDictionary`, whose selector is listed, unlike that
    /// of `fileCreationDate()`.
    private func fileDate(
        of call: Syntax.Call,
        _ place: SourcePlace,
        _ file: CodeFile
    ) -> RequiredReasonUse? {
        let name = "fileModificationDate"
        guard call.name == name, call.receiver != nil, call.arguments.isEmpty, !code.declares(name)
        else { return nil }
        return found(name, [.fileTimestamp], place, file)
    }

    private func named(
        _ name: String,
        _ place: SourcePlace,
        _ file: CodeFile
    ) -> RequiredReasonUse? {
        if RequiredReasonSymbol.defaults.contains(name) {
            return hasOwnDefaults ? nil : found(name, [.userDefaults], place, file)
        }
        guard let category = RequiredReasonSymbol.constants[name], !code.declares(name) else {
            return nil
        }
        return found(name, [category], place, file)
    }

    private func member(
        _ name: String,
        of base: Syntax.Expression?,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ file: CodeFile
    ) -> RequiredReasonUse? {
        if let category = RequiredReasonSymbol.constants[name] {
            let isKey = base?.lastName.map { $0 == "URLResourceKey" } ?? !ownCases.contains(name)
            return isKey && !code.declares(name) ? found(name, [category], place, file) : nil
        }
        if let category = RequiredReasonSymbol.fileAttributes[name] {
            return base?.lastName == "FileAttributeKey" ? found(name, [category], place, file) : nil
        }
        guard let known = RequiredReasonSymbol.members[name] else { return nil }
        var chain = Set(base?.chain ?? [])
        if let root = base?.chain.first, let value = scope?.value(of: root, before: place) {
            chain.formUnion(value.chain)
        }
        return chain.isDisjoint(with: known.bases)
            ? nil : found(name, [known.category], place, file)
    }

    /// `attributes[.modificationDate]` and `[.modificationDate: date]`.
    private func key(_ expression: Syntax.Expression, _ file: CodeFile) -> RequiredReasonUse? {
        guard case .member(nil, let name) = expression.node,
            let category = RequiredReasonSymbol.fileAttributes[name], !ownCases.contains(name)
        else { return nil }
        return found(name, [category], expression.place, file)
    }

    /// `let defaults: UserDefaults` of a property or parameter, whose first value may be `.standard`.
    private func typedDefaults(in file: CodeFile) -> [RequiredReasonUse] {
        guard !hasOwnDefaults, file.mentions.contains(where: RequiredReasonSymbol.defaults.contains)
        else { return [] }
        func isDefaults(_ type: String?) -> Bool {
            RequiredReasonSymbol.defaults.contains((type ?? "").filter { !"?!* ".contains($0) })
        }
        let variables = file.variables.filter { isDefaults($0.type) }.map(\.span.start)
        let functions = file.functions.filter { $0.parameters.contains { isDefaults($0.type) } }
            .map(\.span.start)
        return (variables + functions).map { found("UserDefaults", [.userDefaults], $0, file) }
    }
}
