package import AuditFacts
import Documents

/// Reads what an Objective-C or C source or header says.
package enum ObjectiveCSourceReader {
    /// The facts of the source `bytes` at `path`.
    ///
    /// Bodies of functions are folded unless they name any of `watched`; of a watched selector the
    /// first part counts. Combining marks that are too many in a row are noted, and read as spaces.
    package static func read(path: String, bytes: [UInt8], watched: Set<String>) -> CodeFile {
        let blanked = CombiningMarks.blanked(String(decoding: bytes, as: UTF8.self))
        let bytes = blanked?.bytes ?? bytes
        let lines = LineTable(bytes)
        var lexer = ObjectiveCLexer(bytes: bytes, lines: lines, watched: firstParts(watched))
        if let blanked { lexer.flaw(CombiningMarks.complaint, at: blanked.first) }
        lexer.run()
        var parser = ObjectiveCParser(lexer)
        parser.run()
        parser.folder.finish()
        return CodeFile(
            path: path,
            language: .objectiveC,
            imports: lexer.imports + parser.imports,
            types: parser.types,
            functions: parser.functions,
            variables: lexer.macros.compactMap { constant($0, lexer) } + parser.variables,
            mentions: lexer.mentions.sorted(),
            suppressions: lexer.suppressions.map {
                SuppressionScan.comment(at: $0, in: bytes, lines: lines)
            },
            flaws: parser.flaws
        ).bounded()
    }

    private static func firstParts(_ watched: Set<String>) -> Set<String> {
        let colon = UInt8(ascii: ":")
        let selectors = watched.filter { $0.utf8.contains(colon) }
        return watched.union(
            selectors.compactMap { $0.split(separator: ":").first.map { String($0) } }
        )
    }

    /// A macro that stands for a literal or another name.
    private static func constant(
        _ macro: (name: Range<Int>, value: [ObjectiveCToken]),
        _ lexer: ObjectiveCLexer
    ) -> Syntax.Variable? {
        var part = ObjectiveCLexer(bytes: lexer.bytes, lines: lexer.lines, macro: macro.value)
        part.flaws = []
        var parser = ObjectiveCParser(part)
        let value = parser.expression()
        guard parser.next == parser.tokens.count, parser.flaws.isEmpty else { return nil }
        switch value.node {
        case .text, .number, .boolean, .null, .name: break
        default: return nil
        }
        return Syntax.Variable(
            name: String(decoding: lexer.bytes[macro.name], as: UTF8.self),
            isConstant: true,
            value: value,
            span: lexer.lines.span(macro.name)
        )
    }
}
