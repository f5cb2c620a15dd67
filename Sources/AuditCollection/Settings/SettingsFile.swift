import AuditFacts
import Documents

/// An `.xcconfig`: assignments and the files it includes, in order.
struct SettingsFile: Sendable, Hashable {
    /// A line that says something.
    enum Line: Sendable, Hashable {
        case setting(BuildSetting)
        /// `isOptional` for `#include?`.
        case inclusion(of: String, isOptional: Bool, at: SourcePlace)
    }

    let lines: [Line]

    /// The file `bytes` at `path`; lines that are neither assignment nor inclusion say nothing.
    ///
    /// - Throws: `SourceFlaw` for more than 30 combining marks in a row.
    init(_ path: String, _ bytes: [UInt8]) throws(SourceFlaw) {
        if let offset = CombiningMarks.excess(in: String(decoding: bytes, as: UTF8.self)) {
            throw SourceFlaw(CombiningMarks.complaint, at: LineTable(bytes).place(at: offset))
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A }.enumerated()
            .compactMap { index, line in
                Self.line(
                    String(decoding: line, as: UTF8.self).trimmed,
                    path,
                    SourcePlace(line: index + 1, column: 1)
                )
            }
    }

    private static func line(_ text: String, _ path: String, _ place: SourcePlace) -> Line? {
        if text.hasPrefix("#include") {
            let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
            guard parts.count >= 3 else { return nil }
            let isOptional = parts[0].contains("?")
            return .inclusion(of: String(parts[1]), isOptional: isOptional, at: place)
        }
        // A comment may stand behind a value; that is why URLs are written in pieces.
        let content = comment(in: text).map { String(text[..<$0]) } ?? text
        guard let equals = assignment(in: content) else { return nil }
        var value = String(content[content.index(after: equals)...]).trimmed
        if value.hasSuffix(";") { value.removeLast() }
        let key = String(content[..<equals]).trimmed
        guard !key.isEmpty else { return nil }
        return .setting(BuildSetting(key, value, origin: path, place: place))
    }

    private static func comment(in text: String) -> String.Index? {
        var previous: UInt8 = 0
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if byte == UInt8(ascii: "/"), previous == byte { return text.utf8.index(before: index) }
            previous = byte
        }
        return nil
    }

    /// The first `=` that does not stand in a condition.
    private static func assignment(in text: String) -> String.Index? {
        var isInCondition = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "["): isInCondition = true
            case UInt8(ascii: "]"): isInCondition = false
            case UInt8(ascii: "=") where !isInCondition: return index
            default: break
            }
        }
        return nil
    }
}
