import Foundation
import Testing

/// What GitHub's runner makes of a log by a problem matcher of several patterns.
///
/// Source: actions/runner, `IssueMatcher.cs` and `OutputManager.cs`; actions/toolkit,
/// `docs/problem-matchers.md`.
struct ProblemMatcher {
    /// An annotation; what the log does not say is empty.
    struct Issue: Hashable {
        let file: String
        let line: String
        let column: String
        let severity: String
        let message: String
    }

    /// The name by which a job removes it.
    let owner: String
    private let severity: String
    private let patterns: [Pattern]

    private struct Pattern {
        let expression: NSRegularExpression
        /// The group of each field.
        let groups: [String: Int]
        let isLoop: Bool

        init(_ document: JSONValue) throws {
            expression = try NSRegularExpression(pattern: #require(document["regexp"]?.string))
            let fields = try #require(document.object).compactMapValues {
                $0.number.map { Int($0) }
            }
            groups = fields
            isLoop = document["loop"] == .bool(true)
            try #require(fields.values.allSatisfy { $0 <= expression.numberOfCaptureGroups })
        }

        /// The fields of a line; a group that took no part is empty.
        func fields(of line: String) -> [String: String]? {
            let text = line as NSString
            let whole = NSRange(location: 0, length: text.length)
            guard let match = expression.firstMatch(in: line, range: whole) else { return nil }
            return groups.mapValues { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : text.substring(with: range)
            }
        }
    }

    /// The only matcher in `file`.
    init(at file: URL) throws {
        let document = try JSONValue(text: String(contentsOf: file, encoding: .utf8))
        let matchers = try #require(document["problemMatcher"]?.array)
        let matcher = try #require(matchers.count == 1 ? matchers.first : nil)
        owner = try #require(matcher["owner"]?.string)
        severity = matcher["severity"]?.string ?? "error"
        patterns = try #require(matcher["pattern"]?.array).map(Pattern.init)
        try #require(patterns.count > 1 && patterns.dropLast().allSatisfy { !$0.isLoop })
    }

    /// The annotations of a log.
    func issues(in log: String) -> [Issue] {
        var states = [[String: String]?](repeating: nil, count: patterns.count - 1)
        return log.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            match(String(line), &states).flatMap(issue)
        }
    }

    /// The fields of an annotation that `line` ends; `states` has what the patterns before it found.
    private func match(
        _ line: String,
        _ states: inout [[String: String]?]
    ) -> [String: String]? {
        let last = patterns.count - 1
        for index in patterns.indices.reversed() {
            guard let running = index > 0 ? states[index - 1] : [:] else { continue }
            guard let fields = patterns[index].fields(of: line) else {
                states[min(index, last - 1)] = nil
                continue
            }
            let all = running.merging(fields) { first, _ in first }
            guard index == last else {
                states[index] = all
                continue
            }
            states = Array(repeating: nil, count: last)
            if patterns[index].isLoop { states[index - 1] = running }
            return all
        }
        return nil
    }

    /// Without a message, or with a severity that the runner does not know, a line is not annotated.
    private func issue(_ fields: [String: String]) -> Issue? {
        let message = fields["message"] ?? ""
        let written = fields["severity"] ?? ""
        let severity = written.isEmpty ? severity : written
        guard !message.isEmpty, ["error", "warning", "notice"].contains(severity) else {
            return nil
        }
        return Issue(
            file: fields["file"] ?? "",
            line: fields["line"] ?? "",
            column: fields["column"] ?? "",
            severity: severity,
            message: message
        )
    }
}
