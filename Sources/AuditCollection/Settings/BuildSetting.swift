import AuditFacts

/// A build setting as a project or a settings file assigns it.
struct BuildSetting: Sendable, Hashable {
    /// Its name without conditions.
    let name: String
    /// What must hold for it: `sdk`, `arch`, `config` with the pattern each.
    let conditions: [String: String]
    /// Its value as it is written; a list's parts with spaces between them.
    let value: String
    /// The file that assigns it.
    let origin: String
    /// Where.
    let place: SourcePlace
    /// What it takes to keep it once more, in bytes.
    let cost: Int

    /// The assignment of `value` to `key`, which may end in conditions: `NAME[sdk=iphoneos*]`.
    init(_ key: String, _ value: String, origin: String, place: SourcePlace) {
        let parts = key.split(separator: "[")
        name = parts.first.map { String($0).trimmed } ?? key
        var conditions: [String: String] = [:]
        for part in parts.dropFirst() {
            for condition in part.split(whereSeparator: { $0 == "]" || $0 == "," }) {
                let sides = condition.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { continue }
                conditions[String(sides[0]).trimmed] = String(sides[1]).trimmed
            }
        }
        self.conditions = conditions
        self.value = value
        self.origin = origin
        self.place = place
        cost = ProjectAllowance.entry + key.utf8.count + value.utf8.count
    }

    /// Whether it holds for a build with `facts`: `sdk`, `arch` and `config`.
    func holds(for facts: [String: String]) -> Bool {
        conditions.allSatisfy { name, pattern in
            guard let fact = facts[name] else { return false }
            guard let star = pattern.firstIndex(of: "*") else { return pattern == fact }
            return fact.hasPrefix(pattern[..<star])
                && fact.dropFirst(pattern[..<star].count)
                    .hasSuffix(pattern[pattern.index(after: star)...])
        }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
