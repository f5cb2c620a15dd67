import AuditFacts
import Documents

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// A string literal of any kind.
    mutating func literal(_ node: StringLiteralExprSyntax) -> Syntax.Expression {
        let pounds = node.openingPounds?.text.utf8.count ?? 0
        var parts: [Syntax.TextPart] = []
        var piece: [UInt8] = []
        for segment in node.segments {
            switch segment {
            case .stringSegment(let segment):
                let content = bytes[range(segment.content)]
                piece += StringEscapes.resolve(Array(content), pounds: pounds)
            case .expressionSegment(let segment):
                if !piece.isEmpty { parts.append(part(piece, of: node)) }
                piece = []
                parts.append(.interpolated(arguments(segment.expressions)))
            }
        }
        if !piece.isEmpty || parts.isEmpty {
            parts.append(part(piece, of: node))
        }
        return Syntax.Expression(.text(parts), at: place(node))
    }

    /// The text `piece` of a literal; one that cannot be compared is not known.
    private mutating func part(
        _ piece: [UInt8],
        of node: StringLiteralExprSyntax
    ) -> Syntax.TextPart {
        let text = String(decoding: piece, as: UTF8.self)
        guard CombiningMarks.excess(in: text) != nil else { return .fixed(text) }
        crowdedPlaces.append(place(node))
        return .interpolated([])
    }
}
#endif
