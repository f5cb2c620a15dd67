import AuditFacts
import AuditPolicy
import ProtectionModel

/// Everything in code that stores something or sets a class, by file and place.
package struct StorageUses: Sendable {
    /// All of it.
    package let all: [StorageUse]
    private let byFile: [String: [Int]]
    private let settings: [ObjectIdentifier: ClassSettings]

    /// Names whose functions must be kept.
    package static let watched = StorageShape.watched.union(ProtectionName.watched)

    /// What `code` stores.
    package init(_ code: CodeIndex) {
        var all: [StorageUse] = []
        for scope in code.scopes {
            for site in scope.calls {
                if let use = Self.use(of: site, scope, code) { all.append(use) }
            }
            for (index, step) in scope.steps.enumerated() {
                if let use = Self.use(of: step, index, scope, code) { all.append(use) }
            }
        }
        self.all = all
        byFile = Dictionary(grouping: all.indices) { all[$0].path }
        var settings: [ObjectIdentifier: ClassSettings] = [:]
        for (index, use) in all.enumerated() where !use.classes.isEmpty {
            settings[ObjectIdentifier(use.scope), default: ClassSettings()].add(use, at: index)
        }
        self.settings = settings
    }

    /// Places in `scope` that set the class of a path made of any of `names`, or of one that is not
    /// known.
    func settings(in scope: CodeScope, ofAny names: Set<String>) -> [StorageUse] {
        settings[ObjectIdentifier(scope)]?.indices(ofAny: names).map { all[$0] } ?? []
    }

    /// What the file at `path` stores.
    package func uses(in path: String) -> [StorageUse] { (byFile[path] ?? []).map { all[$0] } }

    private static func use(
        of site: CallSite,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> StorageUse? {
        let call = site.call
        let shape = StorageShape.of(call, in: scope.file)
        let classes =
            shape == nil
            ? directClasses(call)
            : call.arguments.flatMap { code.classes(setBy: $0.value, in: scope) }
                + classesBehindKey(call, scope, code)
        guard shape != nil || !classes.isEmpty else { return nil }
        let content = shape?.content?.value(in: call)
        return StorageUse(
            operation: shape?.operation ?? .other,
            scope: scope,
            span: CallInScope(scope: scope, site: site).span,
            step: site.step,
            call: call,
            target: shape?.target?.value(in: call),
            content: content,
            classes: classes,
            isMarker: content.map { isNothing($0, code, scope) } ?? false
        )
    }

    private static func isNothing(
        _ content: Syntax.Expression,
        _ code: CodeIndex,
        _ scope: CodeScope
    ) -> Bool {
        switch code.shape(of: content, in: scope) {
        case .empty, .plain, .fixedText: return true
        case .open: break
        }
        // `"x".data(using: .utf8)` and `Data("x".utf8)` hold what everybody knows.
        let literals = content.parts.filter { $0.literal != nil }
        let names = content.parts.compactMap(\.ownName).filter { scope.isLocal($0) }
        return !literals.isEmpty && names.isEmpty && content.chain.first != "self"
            && content.parts.allSatisfy { part in
                part.ownName.map { code.variables($0).isEmpty || $0 == "utf8" } ?? true
            }
    }

    /// `setResourceValue(URLFileProtection.none, forKey: .fileProtectionKey)` and
    /// `setOption(…, forKey: NSPersistentStoreFileProtectionKey)`: the value can only be a class.
    private static func classesBehindKey(
        _ call: Syntax.Call,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> [SetClass] {
        let key = call["forKey"]?.lastName
        guard key.map(ProtectionName.keys.contains) ?? false,
            let value = call.arguments.first?.value,
            code.classes(setBy: value, in: scope).isEmpty
        else { return [] }
        return code.classes(valuedBy: value, in: scope)
    }

    /// Classes that stand in the call itself; what asks, compares or only takes one sets nothing.
    private static func directClasses(_ call: Syntax.Call) -> [SetClass] {
        let written = call.arguments.flatMap { classes(written: $0.value) }
        guard !written.isEmpty else { return [] }
        let words = NameWords.words(of: call.name ?? "")
        return !words.contains(where: asking.contains) && sets(call, words) ? written : []
    }

    /// Whether its name, a label or a key among its arguments speaks of setting a class.
    private static func sets(_ call: Syntax.Call, _ words: [String]) -> Bool {
        let labels = call.arguments.flatMap { NameWords.words(of: $0.label ?? "") }
        if (words + labels).contains(where: setting.contains) { return true }
        // `options.insert(.completeFileProtection)`.
        let receiver = call.receiver.flatMap(\.lastName).map { NameWords.words(of: $0) } ?? []
        return receiver.contains("options")
            || call.arguments.contains { $0.value.mentions(anyOf: ProtectionName.keys) }
    }

    private static func classes(written value: Syntax.Expression) -> [SetClass] {
        switch value.node {
        case .name(let name):
            return set(ProtectionName.protectionClass(name), value)
        case .cast(let inner, _), .unwrapped(let inner), .member(let inner?, "rawValue"):
            return classes(written: inner)
        case .member(let base, let name):
            let isBehindType = base?.lastName.map(ProtectionName.types.contains) ?? false
            return set(
                ProtectionName.protectionClass(name)
                    ?? (isBehindType ? ProtectionName.member(name) : nil),
                value
            )
        case .list(let values): return values.flatMap(classes(written:))
        case .operation("|", let values): return values.flatMap(classes(written:))
        case .dictionary(let entries): return entries.flatMap { classes(written: $0.value) }
        default: return []
        }
    }

    private static func set(
        _ protectionClass: ProtectionClass?,
        _ value: Syntax.Expression
    ) -> [SetClass] {
        protectionClass.map { [SetClass(protectionClass: $0, place: value.place)] } ?? []
    }

    /// `attributes[.protectionKey] = …` on something other than a local dictionary,
    /// `description.fileProtection = …` and `store.protectionLevel = FileProtectionType.complete`.
    private static func use(
        of step: CodeStep,
        _ index: Int,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> StorageUse? {
        guard case .assignment(let target, let value) = step.statement.kind else { return nil }
        var expectsClass = true
        switch target.node {
        case .element(let base, let arguments):
            guard arguments.first?.value.lastName.map(ProtectionName.keys.contains) ?? false,
                base.ownName.map({ !scope.isLocal($0) }) ?? true
            else { return nil }
        case .member(_, let name):
            guard ["fileProtection", "protectionLevel", "fileProtectionType"].contains(name) else {
                return nil
            }
            expectsClass = isOfClass(name, code)
        default: return nil
        }
        let classes =
            expectsClass
            ? code.classes(valuedBy: value, in: scope) : code.classes(setBy: value, in: scope)
        guard !classes.isEmpty else { return nil }
        return StorageUse(
            operation: .setAttributes,
            scope: scope,
            span: step.statement.span,
            step: index,
            call: nil,
            target: nil,
            content: nil,
            classes: classes,
            isMarker: false
        )
    }

    /// Whether a property called `name` can be nothing but a class: `vpn.protectionLevel` is another.
    private static func isOfClass(_ name: String, _ code: CodeIndex) -> Bool {
        let types = code.variables(name).compactMap(\.variable.type)
        if types.isEmpty { return name != "protectionLevel" }
        return types.allSatisfy { type in ProtectionName.types.contains(where: type.contains) }
    }

    private static let setting: Set<String> = [
        "set", "protect", "protection", "attribute", "attributes", "option", "options", "flags",
        "class", "write", "save", "create", "store", "open",
    ]
    private static let asking: Set<String> = [
        "is", "equal", "equals", "contains", "compare", "assert", "expect", "precondition", "print",
        "log", "debug", "info", "description",
    ]
}
