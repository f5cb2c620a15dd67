package import AuditFacts
import AuditPolicy

extension CodeIndex {
    /// How many expressions are looked at for one answer, and how many declarations of one name.
    private static let stepLimit = 256
    private static let declarationLimit = 16
    /// How many declarations of one name are asked; what more are called can be anything.
    private static let memberLimit = 512

    /// What kind of value `expression` is.
    package func shape(of expression: Syntax.Expression, in scope: CodeScope?) -> ValueShape {
        var steps = Self.stepLimit
        return shape(of: expression, in: scope, depth: 0, &steps)
    }

    /// Whether what `expression` names is declared to be a number, in `scope` or wherever the sources
    /// declare that name.
    func isNumber(_ expression: Syntax.Expression, in scope: CodeScope?) -> Bool {
        guard let name = expression.ownName else { return false }
        if case .name = expression.node, let scope, scope.declares(name, at: expression.place) {
            let type = scope.binding(of: name, before: expression.place)?.type
            return Self.isNumber(type ?? scope.parameter(name, at: expression.place)?.type)
        }
        let types = variables(name).map(\.variable.type)
        return !types.isEmpty && types.allSatisfy(Self.isNumber)
    }

    /// Whether `type` is that of a number.
    static func isNumber(_ type: String?) -> Bool {
        type.map { numbers.contains($0.filter { !"?! *".contains($0) }) } ?? false
    }

    /// What kind of value a declared `type` holds.
    package func shape(ofType type: String) -> ValueShape {
        Self.isPlain(type: type) ? .plain : .open
    }

    /// What kind of value a stored `variable` holds: what it is declared to, else what it begins with,
    /// where that says it.
    package func shape(of variable: Syntax.Variable) -> ValueShape {
        if let type = variable.type { return shape(ofType: type) }
        guard let value = variable.value, shape(of: value, in: nil) == .plain else { return .open }
        return .plain
    }

    private func shape(
        of expression: Syntax.Expression,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> ValueShape {
        guard depth < 6, steps > 0 else { return .open }
        steps -= 1
        switch expression.node {
        case .boolean, .number: return .plain
        case .null: return .empty
        case .text(let parts):
            if parts.isEmpty || expression.literal == "" { return .empty }
            return expression.literal == nil ? .open : .fixedText
        case .list(let values): return values.isEmpty ? .empty : .open
        case .dictionary(let entries): return entries.isEmpty ? .empty : .open
        case .operation(let symbol, let operands):
            return shape(of: symbol, operands, in: scope, depth: depth, &steps)
        case .cast(let value, let type):
            if Self.isPlain(type: type) { return .plain }
            return shape(of: value, in: scope, depth: depth + 1, &steps)
        case .unwrapped(let value): return shape(of: value, in: scope, depth: depth + 1, &steps)
        case .name(let name):
            return shape(ofName: name, expression.place, in: scope, depth, &steps)
        case .member(let base, let name):
            // `Keys.password`, whatever else is called 'password'.
            if let constant = own(name, of: base, in: scope) {
                return shape(of: constant, in: nil, depth: depth + 2, &steps)
            }
            return shape(ofMember: name, depth: depth, &steps)
        case .call(let call): return shape(of: call)
        case .element, .closure, .other: return .open
        }
    }

    private func shape(
        of symbol: String,
        _ operands: [Syntax.Expression],
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> ValueShape {
        if Self.truths.contains(symbol) { return .plain }
        let operands = symbol == "?:" ? Array(operands.dropFirst()) : operands
        let shapes = operands.map { shape(of: $0, in: scope, depth: depth + 1, &steps) }
        if shapes.allSatisfy({ $0 == .plain }) { return .plain }
        return shapes.allSatisfy { $0 != .open } ? .fixedText : .open
    }

    private func shape(
        ofName name: String,
        _ place: SourcePlace,
        in scope: CodeScope?,
        _ depth: Int,
        _ steps: inout Int
    ) -> ValueShape {
        let bindings = scope?.variables.bindings(of: name, reaching: place) ?? []
        if let last = bindings.first {
            if let type = last.type { return Self.isPlain(type: type) ? .plain : .open }
            let shapes = bindings.compactMap(\.value).map {
                shape(of: $0, in: scope, depth: depth + 1, &steps)
            }
            return ValueShape(anyOf: shapes)
        }
        if let type = scope?.parameter(name, at: place)?.type {
            return Self.isPlain(type: type) ? .plain : .open
        }
        return shape(ofMember: name, depth: depth, &steps)
    }

    /// What the type `base` declares its constant `name` to be.
    private func own(
        _ name: String,
        of base: Syntax.Expression?,
        in scope: CodeScope?
    ) -> Syntax.Expression? {
        guard let owner = base?.lastName, owner.first?.isUppercase ?? false else { return nil }
        return constant(name, owner: owner, from: scope)
    }

    /// By the declarations of that name; by the name alone where there are none, or too many.
    private func shape(ofMember name: String, depth: Int, _ steps: inout Int) -> ValueShape {
        guard variables(name).count + functions(name).count <= Self.memberLimit else {
            return Self.isPlain(name: name) ? .plain : .open
        }
        let declared = variables(name).map(\.variable)
        let types = declared.compactMap(\.type) + functions(name).compactMap(\.function.returnType)
        if !types.isEmpty, types.allSatisfy(Self.isPlain(type:)) { return .plain }
        let values = declared.compactMap(\.value)
        if types.isEmpty, !values.isEmpty, declared.count <= Self.declarationLimit {
            let shapes = values.map { shape(of: $0, in: nil, depth: depth + 2, &steps) }
            // A variable that begins as a fixed text may hold anything later.
            if shapes.allSatisfy({ $0 == .plain }) { return .plain }
            if shapes.allSatisfy({ $0 == .fixedText }), declared.allSatisfy(\.isConstant) {
                return .fixedText
            }
        }
        return Self.isPlain(name: name) ? .plain : .open
    }

    private func shape(of call: Syntax.Call) -> ValueShape {
        guard let name = call.name else { return .open }
        if Self.emptyMakers.contains(name), call.arguments.isEmpty { return .empty }
        // A text of the catalogue, that of SwiftGen too.
        if name == "NSLocalizedString" || call["localized"] != nil || Self.isCatalogue(call) {
            return .fixedText
        }
        if Self.isPlain(type: name) || Self.plainReaders.contains(name) { return .plain }
        guard functions(name).count <= Self.memberLimit else { return .open }
        let types = functions(name).compactMap(\.function.returnType)
        if !types.isEmpty, types.allSatisfy(Self.isPlain(type:)) { return .plain }
        return Self.isPlain(name: name) ? .plain : .open
    }

    /// `tr("Table", "key")`, which may have values to put in: then it is not the same at every run.
    private static func isCatalogue(_ call: Syntax.Call) -> Bool {
        call.name == "tr" && call.arguments.count >= 2
            && call.arguments.prefix(2).allSatisfy { $0.value.literal != nil }
            && call.arguments.dropFirst(2).allSatisfy { $0.label == "fallback" }
    }

    private static func isPlain(type: String) -> Bool {
        plainTypes.contains(type.filter { !"?! *".contains($0) })
    }

    /// A name that asks (`isLocked`) or counts (`pinLength`).
    private static func isPlain(name: String) -> Bool {
        let words = NameWords.words(of: name)
        guard let first = words.first, let last = words.last, words.count > 1 else {
            return plainEndings.contains(words.last ?? "")
        }
        return questions.contains(first) || plainEndings.contains(last)
            || words.dropLast().contains(where: switches.contains)
    }

    /// Whether `name` asks a question, which has a truth value for an answer: `alreadyDeletedDrafts`.
    static func asks(_ name: String) -> Bool {
        let words = NameWords.words(of: name)
        guard words.count > 1, let first = words.first else { return false }
        return questions.contains(first) || words.dropLast().contains(where: switches.contains)
    }

    private static let truths: Set<String> = [
        "==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "!", "~=", "is",
    ]
    private static let emptyMakers: Set<String> = [
        "Array", "Data", "Dictionary", "NSData", "NSMutableData", "NSSet", "Set", "String",
    ]
    private static let plainReaders: Set<String> = [
        "bool", "integer", "double", "float", "boolForKey:", "integerForKey:", "doubleForKey:",
        "floatForKey:", "boolValue", "intValue", "integerValue", "now", "date", "numberWithBool:",
        "numberWithInt:", "numberWithInteger:", "numberWithUnsignedInteger:",
    ]
    private static let plainTypes: Set<String> = [
        "Bool", "BOOL", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
        "UInt32", "UInt64", "Double", "Float", "CGFloat", "Date", "TimeInterval", "NSDate",
        "NSInteger", "NSUInteger", "NSNumber", "NSTimeInterval", "Duration", "DispatchTime",
        "ObjCBool", "StaticString", "Void", "CGSize", "CGRect", "CGPoint", "UIColor", "Color",
        "Selector", "SEL",
        "int", "long", "float", "double", "bool", "size_t", "uint32_t", "uint64_t", "int64_t",
    ]
    private static let numbers: Set<String> = [
        "Double", "Float", "CGFloat", "Decimal", "Int", "Int16", "Int32", "Int64", "UInt8",
        "UInt16",
        "NSNumber", "NSInteger", "NSDecimalNumber", "double", "float", "int", "HKQuantity",
    ]
    private static let questions: Set<String> = [
        "is", "has", "already", "success", "should", "can", "did", "will", "was", "needs", "allows",
        "supports", "uses",
        "requires", "show", "shows", "hide", "hides", "enable", "disable",
    ]
    /// Words that ask wherever they stand: `settingsShowChangePassword`.
    private static let switches: Set<String> = [
        "show", "shows", "hide", "hides", "enable", "disable",
    ]
    private static let plainEndings: Set<String> = [
        "count", "length", "enabled", "disabled", "date", "time", "timeout", "interval", "index",
        "size", "width", "height", "flag", "mode", "state", "status", "version", "hidden",
        "visible", "required", "expiry", "expired", "isEmpty", "empty", "timestamp", "attempts",
    ]
}

/// What kind of value an expression is, as far as names and declarations tell.
package enum ValueShape: Sendable, Hashable {
    /// A truth value, number, date, size or state: nothing that holds a secret or a person's words.
    case plain
    /// A text that is the same at every run.
    case fixedText
    /// `nil` or an empty text, list or data.
    case empty
    /// Anything else.
    case open

    /// What a value is that is one of several, each of one of `shapes`.
    fileprivate init(anyOf shapes: [ValueShape]) {
        let kinds = Set(shapes)
        guard let first = kinds.first, !kinds.contains(.open) else {
            self = .open
            return
        }
        self = kinds.count == 1 ? first : .fixedText
    }
}
