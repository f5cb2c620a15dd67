import AuditFacts

/// Decides the condition of `#if` for a release build for an iOS device.
///
/// ```
/// or    = and { "||" and }
/// and   = equal { "&&" equal }
/// equal = unary [ ("==" | "!=" | "<" | ">" | "<=" | ">=") unary ]
/// unary = "!" unary | "(" or ")" | number | name [ "(" … ")" ] | "defined" name
/// ```
/// Values are numbers as in C; `nil` is a value that is not known, and so is whatever breaks this
/// grammar.
struct CompilationCondition {
    private let words: [Substring]
    private let language: CodeLanguage
    private var next = 0
    private var depth = 0

    /// Whether `text` holds; `nil` when that is unknown.
    static func decide(_ text: String, language: CodeLanguage) -> Bool? {
        var condition = CompilationCondition(text, language)
        guard let value = condition.disjunction(), condition.next == condition.words.count else {
            return nil
        }
        return value != 0
    }

    private init(_ text: String, _ language: CodeLanguage) {
        // What is longer was written to be slow, not to be read.
        words = text.utf8.count > 4096 ? ["?"] : ConditionWords.split(text)
        self.language = language
    }

    private mutating func take(_ word: String) -> Bool {
        guard next < words.count, words[next] == word else { return false }
        next += 1
        return true
    }

    private mutating func disjunction() -> Int? {
        var value = conjunction()
        while take("||") {
            let right = conjunction()
            if value.map({ $0 != 0 }) == true || right.map({ $0 != 0 }) == true {
                value = 1
            } else {
                value = value == nil || right == nil ? nil : 0
            }
        }
        return value
    }

    private mutating func conjunction() -> Int? {
        var value = comparison()
        while take("&&") {
            let right = comparison()
            if value == 0 || right == 0 {
                value = 0
            } else {
                value = value == nil || right == nil ? nil : 1
            }
        }
        return value
    }

    private mutating func comparison() -> Int? {
        let left = unary()
        guard next < words.count, let holds = Self.comparisons[String(words[next])] else {
            return left
        }
        next += 1
        guard let right = unary(), let left else { return nil }
        return holds(left, right) ? 1 : 0
    }

    private mutating func unary() -> Int? {
        depth += 1
        defer { depth -= 1 }
        guard next < words.count, depth < 64 else {
            next = words.count
            return nil
        }
        if take("!") { return unary().map { $0 == 0 ? 1 : 0 } }
        if take("(") {
            let value = disjunction()
            return take(")") ? value : nil
        }
        let word = String(words[next])
        next += 1
        if let number = ConditionWords.number(word) { return number }
        if word == "defined" { return definition() }
        return take("(") ? call(word) : value(of: word)
    }

    /// `defined(X)`, `defined X`.
    private mutating func definition() -> Int? {
        let enclosed = take("(")
        guard next < words.count else { return nil }
        let name = String(words[next])
        next += 1
        guard !enclosed || take(")") else { return nil }
        return ReleaseBuild.defines(name).map { $0 ? 1 : 0 }
    }

    private mutating func call(_ name: String) -> Int? {
        let start = next
        var open = 1
        while next < words.count, open > 0 {
            if words[next] == "(" { open += 1 }
            if words[next] == ")" { open -= 1 }
            next += 1
        }
        guard open == 0, language == .swift, next - start == 2 else { return nil }
        return ReleaseBuild.holds(name, String(words[start])).map { $0 ? 1 : 0 }
    }

    private func value(of name: String) -> Int? {
        language == .swift ? ReleaseBuild.swiftFlag(name) : ReleaseBuild.macro(name)
    }

    private static let comparisons: [String: @Sendable (Int, Int) -> Bool] = [
        "==": { $0 == $1 }, "!=": { $0 != $1 }, "<": { $0 < $1 }, ">": { $0 > $1 },
        "<=": { $0 <= $1 }, ">=": { $0 >= $1 },
    ]
}
