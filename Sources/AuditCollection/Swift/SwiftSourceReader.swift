package import AuditFacts

#if SwiftSources
import Documents
import SwiftParser
import SwiftSyntax
#endif

/// Reads what a Swift source says.
package enum SwiftSourceReader {
    /// Whether this build reads Swift at all.
    package static var isAvailable: Bool {
        #if SwiftSources
        true
        #else
        false
        #endif
    }

    #if SwiftSources
    /// The facts of the source `bytes` at `path`.
    ///
    /// Bodies of functions are folded unless they name any of `watched`. Combining marks that are too
    /// many in a row are noted, and read as spaces. So are functions that are too large to be followed.
    package static func read(path: String, bytes: [UInt8], watched: Set<String>) -> CodeFile {
        var text = String(decoding: bytes, as: UTF8.self)
        let blanked = CombiningMarks.blanked(text)
        if let blanked { text = String(decoding: blanked.bytes, as: UTF8.self) }
        // Bytes that are not UTF-8 become longer when they are replaced.
        let isOwn = blanked == nil && text.utf8.count == bytes.count
        let bytes = isOwn ? bytes : Array(text.utf8)
        let lines = LineTable(bytes)
        if let flaw = SwiftDepth.flaw(in: bytes, lines: lines) {
            return CodeFile(path: path, language: .swift, flaws: [flaw])
        }
        // The parser's own bound of nesting fits the stacks its frames are built for.
        let tree = Parser.parse(source: text)
        let survey = SwiftSurvey(
            tree,
            watched: watched,
            marks: SuppressionScan.offsets(in: bytes),
            lines: lines
        )
        var conversion = SwiftConversion(bytes: bytes, lines: lines, survey: survey)
        if let blanked { conversion.crowdedPlaces = [lines.place(at: blanked.first)] }
        if !survey.isTooDeep { conversion.convert(tree) }
        return conversion.file(path: path).bounded()
    }
    #else
    /// A file with one flaw: this build reads no Swift.
    package static func read(path: String, bytes: [UInt8], watched: Set<String>) -> CodeFile {
        let flaw = SourceFlaw("built without Swift support", at: .start)
        return CodeFile(path: path, language: .swift, flaws: [flaw])
    }
    #endif
}
