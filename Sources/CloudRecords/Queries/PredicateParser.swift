import Documents
import ProtectionModel

/// Reads the predicates that Apple's `CKQuery` takes, and refuses the others of `NSPredicate`.
///
///     all        = unary { (AND | &&) unary }
///     unary      = (NOT | !) unary | "(" all ")" | TRUEPREDICATE | comparison
///     comparison = operand operator operand
///                | (ANY | SOME) operand ("=" | IN | CONTAINS) operand
///                | (ALL | ANY) tokenize "(" text "," text ")" IN allTokens
///                | field BETWEEN "{" value "," value "}"
///                | distanceToLocation:fromLocation: "(" field "," place ")" ("<" | "<=") number
struct PredicateParser {
    /// How deep parentheses and negations may be nested.
    static let depth = 32

    private let tokens: [PredicateLexer.Token]
    private var index = 0
    private var arguments: ArraySlice<RecordValue>

    static func read(
        _ bytes: [UInt8],
        _ arguments: [RecordValue]
    ) throws(DocumentFault) -> RecordCondition {
        let tokens = try PredicateLexer.tokens(of: bytes)
        var parser = PredicateParser(tokens: tokens, arguments: arguments[...])
        let condition = try parser.all(depth: 0)
        guard parser.token.kind == .end else {
            throw parser.unexpected("expected 'AND' or the end")
        }
        guard parser.arguments.isEmpty else {
            throw DocumentFault("there are more arguments than '%@'", at: parser.token.place)
        }
        return condition
    }

    private var token: PredicateLexer.Token { tokens[index] }

    // MARK: Compounds

    private mutating func all(depth: Int) throws(DocumentFault) -> RecordCondition {
        guard depth <= Self.depth else {
            throw fault("a predicate is nested at most \(Self.depth) levels deep")
        }
        var conditions = [try unary(depth: depth)]
        while take("AND") || takeSign("&&") { conditions.append(try unary(depth: depth)) }
        if token.is("OR") || token.isSign("||") { throw fault("'OR' is not supported") }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func unary(depth: Int) throws(DocumentFault) -> RecordCondition {
        guard depth <= Self.depth else {
            throw fault("a predicate is nested at most \(Self.depth) levels deep")
        }
        let place = token.place
        if take("NOT") || takeSign("!") {
            let condition = try unary(depth: depth + 1)
            if let name = condition.unnegatable {
                throw DocumentFault("'NOT' of \(name) is not supported", at: place)
            }
            return .not(condition)
        }
        if takeSign("(") {
            let condition = try all(depth: depth + 1)
            try expect(")")
            return condition
        }
        if take("TRUEPREDICATE") { return .always }
        if token.is("FALSEPREDICATE") { throw fault("'FALSEPREDICATE' is not supported") }
        return try comparison()
    }

    // MARK: Comparisons

    private enum Operand {
        case field(PredicateField)
        case constant(RecordValue)
        case list([RecordValue])
        case everything
        case allTokens
        case words([String])
        case distance(PredicateField, RecordLocation)
    }

    private mutating func comparison() throws(DocumentFault) -> RecordCondition {
        let start = token
        if start.is("NONE") { throw fault("'NONE' is not supported") }
        let isAll = take("ALL")
        let isAny = !isAll && (take("ANY") || take("SOME"))
        let left = try operand()
        let sign = token
        let name = try operation()
        if case .words(let words) = left, name == "IN", isAll || isAny {
            guard take("ALLTOKENS") else { throw unexpected("expected 'allTokens'") }
            return .words(words, areAllNeeded: isAll)
        }
        if isAll {
            throw DocumentFault("'ALL' is supported before 'tokenize' alone", at: start.place)
        }
        if name == "BETWEEN" { return try between(left, at: sign) }
        let right = try operand()
        guard let condition = condition(left, name, right, isAny: isAny) else {
            throw DocumentFault("'\(name)' is not supported between these", at: sign.place)
        }
        return condition
    }

    private static let unsupported: Set<String> = [
        "LIKE", "MATCHES", "ENDSWITH", "TOKENMATCHES", "SUBQUERY", "UTI",
    ]

    /// The operator, by one of its names.
    private mutating func operation() throws(DocumentFault) -> String {
        let token = token
        var name: String?
        switch token.kind {
        case .sign("=="): name = "="
        case .sign("<>"): name = "!="
        case .sign("=<"): name = "<="
        case .sign("=>"): name = ">="
        case .sign(let sign) where RecordCondition.Comparison(rawValue: sign) != nil: name = sign
        case .word(let word):
            let word = word.uppercased()
            if Self.unsupported.contains(word) { throw fault("'\(word)' is not supported") }
            if ["IN", "CONTAINS", "BEGINSWITH", "BETWEEN"].contains(word) { name = word }
        default: break
        }
        guard let name else { throw unexpected("expected an operator") }
        index += 1
        if self.token.isSign("[") {
            throw fault("modifiers such as '[cd]' are not supported")
        }
        return name
    }

    private func condition(
        _ left: Operand,
        _ name: String,
        _ right: Operand,
        isAny: Bool
    ) -> RecordCondition? {
        switch (left, right) {
        case (.field(let field), .constant(let value)):
            return condition(field, name, value, isAny: isAny)
        case (.field(let field), .list(let values)) where name == "IN":
            return .isOneOf(field, values.map { PredicateConstant($0) }, isList: isAny)
        case (.constant(let value), .field(let field)):
            if name == "IN" {
                return isAny ? nil : .isOneOf(field, [PredicateConstant(value)], isList: true)
            }
            guard !isAny else { return nil }
            return RecordCondition.Comparison(rawValue: name).map {
                .compares(field, $0.turned, PredicateConstant(value))
            }
        case (.everything, .constant(.string(let text))) where name == "CONTAINS" && !isAny:
            return .words(TextFolding.searchWords(of: text), areAllNeeded: false)
        case (.distance(let field, let place), .constant(let value)) where !isAny:
            guard name == "<" || name == "<=", let distance = value.number else { return nil }
            return .near(field, place, distance: distance, isInclusive: name == "<=")
        default: return nil
        }
    }

    private func condition(
        _ field: PredicateField,
        _ name: String,
        _ value: RecordValue,
        isAny: Bool
    ) -> RecordCondition? {
        let constant = PredicateConstant(value)
        if isAny {
            return name == "=" || name == "CONTAINS"
                ? .isOneOf(field, [constant], isList: true) : nil
        }
        switch (name, value) {
        case ("CONTAINS", _): return .isOneOf(field, [constant], isList: true)
        case ("BEGINSWITH", .string(let text)): return .beginsWith(field, text)
        default:
            return RecordCondition.Comparison(rawValue: name).map { .compares(field, $0, constant) }
        }
    }

    private mutating func between(
        _ left: Operand,
        at sign: PredicateLexer.Token
    ) throws(DocumentFault) -> RecordCondition {
        let right = try operand()
        guard case .field(let field) = left, case .list(let bounds) = right, bounds.count == 2
        else {
            throw DocumentFault("'BETWEEN' stands between a field and two values", at: sign.place)
        }
        return .between(field, PredicateConstant(bounds[0]), PredicateConstant(bounds[1]))
    }

    // MARK: Operands

    private mutating func operand() throws(DocumentFault) -> Operand {
        let token = token
        index += token.kind == .end ? 0 : 1
        switch token.kind {
        case .text(let text): return .constant(.string(text))
        case .integer(let number): return .constant(.integer(number))
        case .real(let number): return .constant(.real(number))
        case .argument("K"):
            guard case .string(let name)? = arguments.popFirst() else {
                throw DocumentFault("'%K' takes the name of a field", at: token.place)
            }
            return .field(try field(name, at: token.place))
        case .argument: return try argument(at: token.place)
        case .sign("{"): return .list(try list())
        case .word(let word): return try operand(word, at: token.place)
        case .sign, .end:
            throw DocumentFault(
                "expected a field or a value, found \(token.shown)",
                at: token.place
            )
        }
    }

    private mutating func argument(at place: DocumentPlace) throws(DocumentFault) -> Operand {
        guard let value = arguments.popFirst() else {
            throw DocumentFault("an argument is missing", at: place)
        }
        if case .list(let values) = value {
            for value in values { try check(value, at: place) }
            return .list(values)
        }
        try check(value, at: place)
        return .constant(value)
    }

    private func check(_ value: RecordValue, at place: DocumentPlace) throws(DocumentFault) {
        switch value {
        case .real(let number) where number.isNaN:
            throw DocumentFault("NaN is not a number", at: place)
        case .string(let text) where CombiningMarks.excess(in: text) != nil:
            throw DocumentFault(CombiningMarks.complaint, at: place)
        case .asset, .sealed, .list:
            throw DocumentFault("assets, lists and encrypted values cannot be compared", at: place)
        default: break
        }
    }

    private mutating func list() throws(DocumentFault) -> [RecordValue] {
        var values: [RecordValue] = []
        if takeSign("}") { return values }
        repeat {
            guard case .constant(let value) = try operand() else {
                throw unexpected("a list has values")
            }
            values.append(value)
        } while takeSign(",")
        try expect("}")
        return values
    }

    private mutating func operand(
        _ word: String,
        at place: DocumentPlace
    ) throws(DocumentFault) -> Operand {
        switch word.uppercased() {
        case "SELF": return .everything
        case "ALLTOKENS": return .allTokens
        case "TRUE", "YES": return .constant(.integer(1))
        case "FALSE", "NO": return .constant(.integer(0))
        case "NIL", "NULL": throw DocumentFault("'\(word)' is not supported", at: place)
        case "TOKENIZE": return .words(try tokenize())
        case "CAST": return .constant(try cast(at: place))
        case "DISTANCETOLOCATION:FROMLOCATION:": return try distance()
        default: return .field(try field(word, at: place))
        }
    }

    private func field(
        _ name: String,
        at place: DocumentPlace
    ) throws(DocumentFault) -> PredicateField {
        guard !name.contains(".") else {
            throw DocumentFault("the key path \(name.quotedForMessage) is not supported", at: place)
        }
        guard RecordLimits.isWord(name) || SystemField(inPredicate: name) != nil else {
            throw DocumentFault("\(name.quotedForMessage) is not a field", at: place)
        }
        return PredicateField(name: name, place: place)
    }

    private mutating func tokenize() throws(DocumentFault) -> [String] {
        try expect("(")
        guard case .text(let text) = token.kind else { throw unexpected("expected a text") }
        index += 1
        try expect(",")
        guard case .text(let options) = token.kind, options.lowercased() == "cdl" else {
            throw unexpected("expected 'Cdl'")
        }
        index += 1
        try expect(")")
        return TextFolding.searchWords(of: text)
    }

    /// A date as `NSPredicate` writes one: seconds since the start of 2001.
    private mutating func cast(at place: DocumentPlace) throws(DocumentFault) -> RecordValue {
        try expect("(")
        guard case .constant(let value) = try operand(), let seconds = value.number,
            let time = Timestamp(secondsSince2001: seconds)
        else { throw DocumentFault("a date is 'CAST(seconds, \"NSDate\")'", at: place) }
        try expect(",")
        guard token.kind == .text("NSDate") else { throw unexpected("expected \"NSDate\"") }
        index += 1
        try expect(")")
        return .date(time)
    }

    private mutating func distance() throws(DocumentFault) -> Operand {
        try expect("(")
        guard case .field(let field) = try operand() else { throw unexpected("expected a field") }
        try expect(",")
        guard case .constant(.location(let place)) = try operand(), place.isOnEarth else {
            throw unexpected("expected '%@' for a place")
        }
        try expect(")")
        return .distance(field, place)
    }

    // MARK: Tokens

    private mutating func take(_ keyword: String) -> Bool {
        guard token.is(keyword) else { return false }
        index += 1
        return true
    }

    private mutating func takeSign(_ sign: String) -> Bool {
        guard token.isSign(sign) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(DocumentFault) {
        guard takeSign(sign) else { throw unexpected("expected '\(sign)'") }
    }

    private func fault(_ message: String) -> DocumentFault {
        DocumentFault(message, at: token.place)
    }

    private func unexpected(_ message: String) -> DocumentFault {
        fault("\(message), found \(token.shown)")
    }
}

extension RecordCondition {
    /// What it is, if it cannot be negated.
    fileprivate var unnegatable: String? {
        switch self {
        case .all: "'AND'"
        case .near: "a distance"
        case .between: "'BETWEEN'"
        case .words: "a search for words"
        case .always, .not, .compares, .isOneOf, .beginsWith: nil
        }
    }
}

extension RecordValue {
    /// The number that it is, if it is one.
    var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}

extension Timestamp {
    fileprivate init?(secondsSince2001 seconds: Double) {
        let whole = seconds.rounded(.down)
        guard abs(whole) < 1e15 else { return nil }
        self.init(
            seconds: Int64(whole) + 978_307_200,
            nanoseconds: min(999_999_999, Int64(((seconds - whole) * 1e9).rounded()))
        )
    }
}
