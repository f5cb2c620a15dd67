import AuditFacts

#if SwiftSources
@_spi(RawSyntax) import SwiftSyntax

/// One pass over all tokens of a source: what is watched where, and what is dead.
///
/// It walks the raw tree with a stack of its own: a chain of a hundred thousand calls is as deep.
struct SwiftSurvey {
    /// Where watched names stand, ascending.
    private(set) var watchedOffsets: [Int] = []
    /// Where clauses of `#if` start that no release build has.
    private(set) var deadClauses: Set<Int> = []
    /// Names that begin with a capital letter.
    private(set) var mentions: Set<String> = []
    /// Where the parser had to guess.
    private(set) var flaws: [SourceFlaw] = []

    /// The words `protectctl:allow` that stand in comments, ascending.
    private(set) var suppressions: [Int] = []

    /// Whether the tree is deeper than what may be converted: the library finds the place of a node
    /// by recursion.
    private(set) var isTooDeep = false

    private static let depthLimit = 2000
    private var marks: ArraySlice<Int>
    private let watched: Set<String>
    private let lines: LineTable

    private struct Level {
        let children: RawSyntaxBuffer
        var index: Int
    }

    /// Surveys `tree`, whose text has the words `protectctl:allow` at `marks`.
    init(_ tree: SourceFileSyntax, watched: Set<String>, marks: [Int], lines: LineTable) {
        self.marks = marks[...]
        self.watched = watched
        self.lines = lines
        guard let root = tree.raw.layoutView else { return }
        var levels = [Level(children: root.children, index: 0)]
        var offset = 0
        while let level = levels.last {
            guard levels.count <= Self.depthLimit else {
                isTooDeep = true
                flaws = [SourceFlaw("this is nested too deeply", at: lines.place(at: offset))]
                return
            }
            guard level.index < level.children.count else {
                levels.removeLast()
                continue
            }
            levels[levels.count - 1].index += 1
            guard let node = level.children[level.index] else { continue }
            if let token = node.tokenView {
                visit(token, at: offset)
                offset += node.byteLength
            } else if let layout = node.layoutView, enter(node, layout, at: offset) {
                levels.append(Level(children: layout.children, index: 0))
            } else {
                offset += node.byteLength
            }
        }
    }

    /// Whether any watched name stands in `range`.
    func watches(_ range: Range<Int>) -> Bool {
        var low = 0
        var high = watchedOffsets.count
        while low < high {
            let middle = (low + high) / 2
            if watchedOffsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < watchedOffsets.count && watchedOffsets[low] < range.upperBound
    }

    private mutating func visit(_ token: RawSyntaxTokenView, at offset: Int) {
        if !marks.isEmpty { visitMarks(token, at: offset) }
        if token.presence == .missing {
            if token.rawKind != .endOfFile { flaw("something is missing", at: offset) }
            return
        }
        guard token.rawKind == .identifier || token.rawKind == .dollarIdentifier else { return }
        let text = token.rawText
        guard let first = text.first else { return }
        let name = String(syntaxText: text)
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { mentions.insert(name) }
        if watched.contains(name) {
            watchedOffsets.append(offset + token.leadingTriviaByteLength)
        }
    }

    /// Keeps the marks that stand around `token` and not in it.
    private mutating func visitMarks(_ token: RawSyntaxTokenView, at offset: Int) {
        let start = offset + token.leadingTriviaByteLength
        let end = start + token.textByteLength
        while let mark = marks.first, mark < end + token.trailingTriviaByteLength {
            marks.removeFirst()
            if (offset..<start).contains(mark) || mark >= end { suppressions.append(mark) }
        }
    }

    /// Whether what is below `node` counts.
    private mutating func enter(
        _ node: RawSyntax,
        _ layout: RawSyntaxLayoutView,
        at offset: Int
    ) -> Bool {
        switch node.kind {
        case .ifConfigClauseList:
            decide(layout, at: offset)
        case .ifConfigClause:
            return !deadClauses.contains(offset)
        case .unexpectedNodes:
            if node.byteLength > 0 { flaw("this is not expected", at: offset) }
        default: break
        }
        return true
    }

    private mutating func flaw(_ message: String, at offset: Int) {
        let place = lines.place(at: offset)
        // One broken line has many missing tokens.
        guard flaws.count < 16, flaws.last?.place.line != place.line else { return }
        flaws.append(SourceFlaw(message, at: place))
    }

    /// Which of the clauses are dead: those that do not hold, and those after one that holds.
    private mutating func decide(_ clauses: RawSyntaxLayoutView, at offset: Int) {
        var offset = offset
        var isDecided = false
        for case let clause? in clauses.children {
            let holds = Self.condition(of: clause)
            if isDecided || holds == false { deadClauses.insert(offset) }
            isDecided = isDecided || holds == true
            offset += clause.byteLength
        }
    }

    private static func condition(of clause: RawSyntax) -> Bool? {
        guard let children = clause.layoutView?.children, children.count > 3 else { return nil }
        // `#else` has none and holds.
        guard let condition = children[3] else { return true }
        let text = String(decoding: condition.syntaxTextBytes, as: UTF8.self)
        return CompilationCondition.decide(text, language: .swift)
    }
}
#endif
