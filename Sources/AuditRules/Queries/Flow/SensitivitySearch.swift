import AuditFacts
import AuditPolicy

/// One search for what makes a value sensitive.
struct SensitivitySearch {
    /// How many expressions are looked at: values that are made of each other have billions.
    private static let stepLimit = 512
    /// How many values of one name are looked at.
    private static let valueLimit = 16

    let values: SensitiveValues
    let isGuessing: Bool
    /// How many types this was asked of one for the other.
    private let nesting: Int
    private var stepsLeft = Self.stepLimit
    /// Whether what is looked at is encoded, with all its members, not shown.
    private var isEncoding = false
    /// Properties and functions that were looked into.
    private var seen: Set<String> = []

    var code: CodeIndex { values.code }
    var types: TypeTable { values.calls.types }

    init(values: SensitiveValues, isGuessing: Bool, nesting: Int = 0) {
        self.values = values
        self.isGuessing = isGuessing
        self.nesting = nesting
    }

    func told(_ name: String, at place: SourcePlace) -> SensitiveName? {
        values.told(name, at: place, isGuessing: isGuessing)
    }

    private func told(key: Syntax.Expression, _ scope: CodeScope?) -> SensitiveName? {
        values.find(inKey: key, scope, isGuessing: isGuessing)
    }

    mutating func find(
        in expression: Syntax.Expression,
        _ scope: CodeScope?,
        isWhole: Bool = false,
        depth: Int = 0
    ) -> SensitiveName? {
        guard depth < 8, stepsLeft > 0 else { return nil }
        stepsLeft -= 1
        switch expression.node {
        case .name(let name):
            return find(inName: name, expression.place, scope, depth)
                ?? member(of: expression, scope, isWhole)
        case .member(let base, let name):
            return find(inMember: name, of: base, expression.place, scope, depth)
                ?? member(of: expression, scope, isWhole)
        case .call(let call): return find(in: call, expression.place, scope, isWhole, depth)
        case .text: return first(ValueForms.ingredients(of: expression), scope, isWhole, depth)
        case .operation, .list, .unwrapped, .cast:
            return first(ValueForms.ingredients(of: expression), scope, isWhole, depth)
        case .dictionary(let entries): return find(in: entries, scope, isWhole, depth)
        case .element(let base, let arguments):
            if let key = arguments.first?.value, let found = told(key: key, scope) {
                return found
            }
            return find(in: base, scope, depth: depth + 1)
        // The first of several names that one value is taken apart into.
        case .other(let parts) where parts.count == 1:
            guard case .call(let call) = parts[0].node else { return nil }
            return told(madeBy: call, expression.place, scope)
        case .number, .boolean, .null, .closure, .other: return nil
        }
    }

    private mutating func first(
        _ expressions: [Syntax.Expression],
        _ scope: CodeScope?,
        _ isWhole: Bool,
        _ depth: Int
    ) -> SensitiveName? {
        for value in expressions {
            if let found = find(in: value, scope, isWhole: isWhole, depth: depth + 1) {
                return found
            }
        }
        return nil
    }

    /// What the type of `expression` says of it, and where the whole of it goes, its members.
    private mutating func member(
        of expression: Syntax.Expression,
        _ scope: CodeScope?,
        _ isWhole: Bool
    ) -> SensitiveName? {
        guard let type = types.type(of: expression, in: scope) else { return nil }
        if let name = expression.ownName,
            let match = KnownValues.match(ofType: type.element ?? type),
            !types.declares(type.name)
        {
            return SensitiveName(name: name, match: match, place: expression.place)
        }
        guard isWhole else { return nil }
        if !isEncoding, let own = types.fullName(type.name),
            let shown = types.description(of: own)
        {
            // Nothing of it is shown that its description leaves out.
            let isNew = seen.insert(own + ".description").inserted
            return isNew ? find(inResultOf: shown, 0) : nil
        }
        return values.member(
            of: type,
            isEncoded: isEncoding,
            isGuessing: isGuessing,
            depth: nesting
        )
    }

    // MARK: Names

    /// Whether it is what somebody touched: the `sender` of an action sends no message.
    private func isControl(_ value: Syntax.Expression, _ scope: CodeScope?) -> Bool {
        guard let type = types.type(of: value, in: scope)?.lastName else { return false }
        return Self.controls.contains(type) || type.hasPrefix("UI") && type.hasSuffix("Recognizer")
    }

    private static let controls: Set<String> = [
        "UIControl", "UIButton", "UITextField", "UISwitch", "UISlider", "UIStepper",
        "UISegmentedControl", "UIDatePicker", "UIBarButtonItem", "UIRefreshControl",
        "UIPageControl", "UIMenuItem", "UICommand", "UIKeyCommand", "UIStoryboardSegue",
    ]

    private mutating func find(
        inName name: String,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        let itself = Syntax.Expression(.name(name), at: place)
        guard code.shape(of: itself, in: scope) == .open else {
            return told(measured: name, itself, scope)
        }
        if scope?.hides(name, before: place) ?? false { return nil }
        let isControl = isGuessing && isControl(itself, scope)
        if let found = (isControl ? nil : told(name, at: place))
            ?? told(number: name, at: place, scope) ?? told(handed: name, at: place, scope) ?? told(
                role: name,
                at: place,
                scope
            )
            ?? told(system: name, at: place, scope)
        {
            return found
        }
        guard let scope, !values.vocabulary.isHarmless(name) else { return nil }
        for value in scope.values(of: name, before: place) {
            if let found = find(in: value, scope, depth: depth + 2) { return found }
        }
        if let handed = scope.handed(name, before: place) {
            return find(handed: handed, as: name, at: place, scope, depth)
        }
        // What an observed property holds is told where it is given.
        guard !scope.declares(name, at: place), !scope.observes(name),
            let owner = scope.function.type
        else {
            return nil
        }
        if values.secured.contains(name, of: owner, types) {
            return SecureFields.typed(into: name, at: place)
        }
        return find(inProperty: name, of: owner, depth)
    }

    /// What a closure is handed under `name`: by a call of the platform, or of the elements of a list.
    private mutating func find(
        handed: HandedValue,
        as name: String,
        at place: SourcePlace,
        _ scope: CodeScope,
        _ depth: Int
    ) -> SensitiveName? {
        let known = KnownValues.match(handed: handed).map {
            KnownValues.match($0, in: scope.function.name)
        }
        if let match = known, isGuessing || !match.isGuess {
            return SensitiveName(name: name, match: match, place: place)
        }
        if let method = handed.call.name, KnownValues.handsElements(method),
            let list = handed.call.receiver
        {
            return find(in: list, scope, depth: depth + 2)
        }
        return find(handedByOwn: handed, scope, depth)
    }

    /// What a function of the sources hands the closure that it is given: `completion(account)`.
    private mutating func find(
        handedByOwn handed: HandedValue,
        _ scope: CodeScope,
        _ depth: Int
    ) -> SensitiveName? {
        let targets = types.functions(calledBy: handed.call, in: scope)
        guard targets.count == 1, let target = targets.first,
            target.parameters.indices.contains(handed.argument)
        else { return nil }
        let closure = target.function.parameters[target.parameters[handed.argument]].name
        guard
            seen.insert(target.declared.file + "\(target.function.span.start)" + closure).inserted,
            let body = code.scope(of: target.declared)
        else { return nil }
        for value in body.values(handedTo: closure, at: handed.index).prefix(Self.valueLimit) {
            if let found = find(in: value, body, depth: depth + 3) {
                return found.after(
                    "'\(target.function.name)' hands over '\(found.name)'",
                    target.declared.file,
                    value.place
                )
            }
        }
        return nil
    }

    private mutating func find(
        inMember name: String,
        of base: Syntax.Expression?,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        if Self.typed.contains(name), let base, let field = base.lastName {
            // What is typed into `passwordField` is not a field.
            if let found = told(Self.withoutView(field), at: place) { return found }
            if values.secured.contains(field, of: scope?.function.type, types) {
                return SecureFields.typed(into: field, at: place)
            }
        }
        let itself = Syntax.Expression(.member(base, name), at: place)
        if ValueForms.isTransparent(name), let base {
            let isText = ["description", "debugDescription"].contains(name)
            return find(in: base, scope, isWhole: isText, depth: depth + 1)
        }
        guard code.shape(of: itself, in: scope) == .open else {
            return told(measured: name, itself, scope)
        }
        // `StorageKey.password` is where one is kept, `.password` one of several kinds.
        if base == nil || Self.isOfNames(base) || isCase(name, of: base, scope) { return nil }
        if let found = told(name, at: place) ?? told(part: name, of: base, at: place)
            ?? told(spelling: name, of: base, at: place)
        {
            return found
        }
        guard let base, !values.vocabulary.isHarmless(name),
            !(scope?.observes(name) ?? false && base.ownName == "self"),
            let type = types.type(of: base, in: scope)
        else { return nil }
        return find(inProperty: name, of: type.name, depth)
    }

    /// What the property `name` of the type `owner` is given anywhere, or computed of.
    private mutating func find(
        inProperty name: String,
        of owner: String,
        _ depth: Int
    ) -> SensitiveName? {
        guard let full = types.fullName(owner), seen.insert(full + "." + name).inserted else {
            return nil
        }
        if let getter = types.getter(of: name, in: full) {
            return find(inResultOf: getter, depth)
        }
        guard let stored = types.storedProperty(name, of: full), !stored.variable.isConstant,
            code.shape(of: stored.variable) == .open
        else { return nil }
        let given = values.calls.assignments(toProperty: name, of: full)
        for assignment in given.prefix(Self.valueLimit) {
            if let found = find(in: assignment.value, assignment.scope, depth: depth + 3) {
                return found.after(
                    "'\(name)' is given '\(found.name)'",
                    assignment.scope.file.path,
                    assignment.span.start
                )
            }
        }
        return nil
    }

    /// What the function `declared` returns.
    mutating func find(
        inResultOf declared: DeclaredFunction,
        _ depth: Int
    ) -> SensitiveName? {
        guard let scope = code.scope(of: declared) else { return nil }
        for value in scope.results.prefix(Self.valueLimit) {
            if let found = find(in: value, scope, depth: depth + 3) {
                return found.after(
                    "'\(declared.function.name)' returns '\(found.name)'",
                    declared.file,
                    value.place
                )
            }
        }
        return nil
    }

    // MARK: Calls

    private mutating func find(
        in call: Syntax.Call,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ isWhole: Bool,
        _ depth: Int
    ) -> SensitiveName? {
        guard let name = call.name, !ValueForms.hides(name), !ValueForms.abbreviates(call) else {
            return nil
        }
        if let found = told(madeBy: call, place, scope) { return found }
        if ValueForms.makes(name) || ValueForms.isTransparent(name) || Self.isCase(call) {
            let inputs = (call.receiver.map { [$0] } ?? []) + call.arguments.map(\.value)
            let wasEncoding = isEncoding
            isEncoding = isEncoding || ValueForms.encodes(call)
            defer { isEncoding = wasEncoding }
            return first(inputs, scope, isWhole || ValueForms.shows(call), depth)
        }
        if let key = Self.key(of: call) { return told(key: key, scope) }
        // A function is named for what it returns unless it begins with a verb that does something.
        let itself = Syntax.Expression(.call(call), at: place)
        guard code.shape(of: itself, in: scope) == .open else { return nil }
        let words = NameWords.words(of: name)
        if let first = words.first, !Self.verbs.contains(first),
            let found = told(name, at: place)
        {
            return found
        }
        guard !values.vocabulary.isHarmless(name) else { return nil }
        return find(inResultOf: call, scope, isWhole, depth)
    }

    /// What a function of the sources makes its result of: its own values, or what it is handed.
    private mutating func find(
        inResultOf call: Syntax.Call,
        _ scope: CodeScope?,
        _ isWhole: Bool,
        _ depth: Int
    ) -> SensitiveName? {
        let targets = types.functions(calledBy: call, in: scope)
        guard targets.count == 1, let target = targets.first,
            seen.insert(target.declared.file + "\(target.function.span.start)").inserted
        else { return nil }
        if let found = find(inResultOf: target.declared, depth) { return found }
        guard let body = code.scope(of: target.declared) else { return nil }
        let taken = body.results.prefix(Self.valueLimit).reduce(into: Set<Int>()) {
            $0.formUnion(body.parameters(in: $1))
        }
        let given = zip(call.arguments, target.parameters).filter { taken.contains($0.1) }
        return first(given.map(\.0.value), scope, isWhole, depth)
    }

    /// The key of a call that reads what is kept under it: `string(forKey: "pin")`, `get("pin")`.
    private static func key(of call: Syntax.Call) -> Syntax.Expression? {
        guard call.receiver != nil, let name = call.name else { return nil }
        if name.hasSuffix("ForKey:") { return call.arguments.last?.value }
        return readers.contains(name) ? call["forKey"] : nil
    }

    private mutating func find(
        in entries: [Syntax.DictionaryEntry],
        _ scope: CodeScope?,
        _ isWhole: Bool,
        _ depth: Int
    ) -> SensitiveName? {
        for entry in entries {
            let shape = code.shape(of: entry.value, in: scope)
            if shape == .open, !ValueForms.refers(entry.value), !ValueForms.conceals(entry.value),
                let found = told(key: entry.key, scope)
            {
                return found
            }
            if let found = find(in: entry.value, scope, isWhole: isWhole, depth: depth + 1) {
                return found
            }
        }
        return nil
    }

    private static let readers: Set<String> = [
        "string", "object", "data", "value", "array", "dictionary", "url", "stringArray",
    ]

    /// `.message(text)`: a case with what it holds.
    private static func isCase(_ call: Syntax.Call) -> Bool {
        if case .member(nil, _) = call.callee.node { return true }
        return false
    }

    private static let typed: Set<String> = ["text", "stringValue", "attributedText"]
    private static let verbs: Set<String> = [
        "validate", "is", "has", "check", "show", "present", "set", "update", "delete", "remove",
        "clear", "reset", "can", "should", "did", "will", "on", "handle", "request", "ask", "log",
        "verify", "change", "add", "hide", "open", "close", "send", "save", "store", "perform",
        "register", "setup", "configure", "load", "start", "stop", "enable", "disable",
    ]
}
