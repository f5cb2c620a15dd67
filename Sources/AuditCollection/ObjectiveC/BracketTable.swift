/// The closing bracket of each opening one in a list of tokens, however unbalanced it is.
///
/// A brace closes what was left open in it, so does a semicolon except in a `for`, and a directive
/// such as `@end` closes everything: what is wrong in one method does not spoil the next class.
struct BracketTable {
    /// For each token the index of the bracket that closes it; its own for any other token.
    private var ends: [Int32]
    private var open: [(index: Int, sign: UInt32)] = []
    private var openBraceCount = 0

    init(
        _ tokens: [ObjectiveCToken],
        isBoundary: (ObjectiveCToken) -> Bool,
        isFor: (ObjectiveCToken) -> Bool
    ) {
        ends = tokens.indices.map { Int32(truncatingIfNeeded: $0) }
        for (index, token) in tokens.enumerated() {
            if token.kind == .directive {
                if !open.isEmpty, isBoundary(token) { close(downTo: 0, at: index) }
            } else {
                visit(token.sign, at: index)
                if token.sign == Sign.semicolon { closeStatement(at: index) { isFor(tokens[$0]) } }
            }
        }
        close(downTo: 0, at: tokens.count)
    }

    /// Where the bracket at `index` is closed; its own index for anything but an opening bracket.
    subscript(index: Int) -> Int { Int(ends[index]) }

    private mutating func visit(_ sign: UInt32, at index: Int) {
        switch sign {
        case Sign.openParenthesis, Sign.openBracket, Sign.openBrace:
            open.append((index, sign))
            if sign == Sign.openBrace { openBraceCount += 1 }
        case Sign.closeParenthesis where open.last?.sign == Sign.openParenthesis,
            Sign.closeBracket where open.last?.sign == Sign.openBracket:
            close(downTo: open.count - 1, at: index)
        case Sign.closeBrace where openBraceCount > 0:
            let brace = open.lastIndex { $0.sign == Sign.openBrace } ?? open.count
            close(downTo: brace, at: index)
        default: break
        }
    }

    /// Closes brackets in which no semicolon can stand.
    private mutating func closeStatement(at index: Int, isFor: (Int) -> Bool) {
        var count = open.count
        while count > 0, open[count - 1].sign != Sign.openBrace {
            let bracket = open[count - 1].index
            if bracket > 0, open[count - 1].sign == Sign.openParenthesis, isFor(bracket - 1) {
                return
            }
            count -= 1
        }
        close(downTo: count, at: index)
    }

    private mutating func close(downTo count: Int, at index: Int) {
        while open.count > count, let bracket = open.popLast() {
            ends[bracket.index] = Int32(truncatingIfNeeded: index)
            if bracket.sign == Sign.openBrace { openBraceCount -= 1 }
        }
    }
}
