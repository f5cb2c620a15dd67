import AuditFacts

/// Cuts an Objective-C source into tokens; dead branches and preprocessor lines are left out.
struct ObjectiveCLexer {
    let bytes: [UInt8]
    let lines: LineTable
    let watched: Set<String>
    var tokens: [ObjectiveCToken] = []
    /// Indices of tokens that are watched names, ascending.
    var watchedTokens: [Int] = []
    var mentions: Set<String> = []
    var imports: [String] = []
    var flaws: [SourceFlaw] = []
    /// `#define NAME value`: the name with the tokens of the value.
    var macros: [(name: Range<Int>, value: [ObjectiveCToken])] = []
    /// Where comments say `protectctl:allow`.
    var suppressions: [Int] = []

    var next = 0
    /// How many brackets are open.
    var openCount = 0
    var conditions = ConditionalClauses()
    private var marks: ArraySlice<Int>

    init(bytes: [UInt8], lines: LineTable, watched: Set<String>) {
        self.bytes = bytes
        self.lines = lines
        self.watched = watched
        marks = SuppressionScan.offsets(in: bytes)[...]
    }

    /// The tokens `macro` of a source.
    init(bytes: [UInt8], lines: LineTable, macro: [ObjectiveCToken]) {
        self.bytes = bytes
        self.lines = lines
        watched = []
        tokens = macro
        marks = []
    }

    /// Reads the whole source.
    mutating func run() {
        tokens.reserveCapacity(bytes.count / 6)
        var isLineStart = true
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: "\n") {
                isLineStart = true
                next += 1
            } else if byte <= 0x20 || isContinuation(byte) {
                next += 1
            } else if byte == UInt8(ascii: "#"), isLineStart {
                directiveLine()
            } else if !comment() {
                isLineStart = false
                if conditions.isLive { token() } else { skipDeadLine() }
            }
        }
    }

    /// Whether the line goes on in the next one.
    private func isContinuation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") && [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(peek())
    }

    func peek(_ distance: Int = 1) -> UInt8 {
        next + distance < bytes.count ? bytes[next + distance] : 0
    }

    /// Skips a comment, if one begins here.
    mutating func comment() -> Bool {
        guard bytes[next] == UInt8(ascii: "/") else { return false }
        let start = next
        switch peek() {
        case UInt8(ascii: "/"):
            while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 }
        case UInt8(ascii: "*"):
            next += 2
            while next < bytes.count,
                bytes[next] != UInt8(ascii: "*") || peek() != UInt8(ascii: "/")
            {
                next += 1
            }
            next = min(next + 2, bytes.count)
        default: return false
        }
        keepMarks(in: start..<next)
        return true
    }

    private mutating func keepMarks(in comment: Range<Int>) {
        while let mark = marks.first, mark < comment.upperBound {
            marks.removeFirst()
            if mark >= comment.lowerBound, conditions.isLive { suppressions.append(mark) }
        }
    }

    /// Skips what is dead to the end of its line, or to a comment, which may go beyond it.
    private mutating func skipDeadLine() {
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") {
            if bytes[next] == UInt8(ascii: "/"), peek() == UInt8(ascii: "*") { return }
            next += 1
        }
    }

    mutating func flaw(_ message: String, at offset: Int) {
        guard flaws.count < 16 else { return }
        flaws.append(SourceFlaw(message, at: lines.place(at: offset)))
    }
}

/// A word or sign of an Objective-C source.
struct ObjectiveCToken: Sendable {
    enum Kind: Sendable {
        case name
        case number
        /// `"text"`.
        case text
        /// `@"text"`.
        case objectText
        /// `'c'`.
        case character
        /// `@word`.
        case directive
        /// Anything else; ``sign`` says what.
        case sign
    }

    let kind: Kind
    /// The bytes of a sign as a number, the first one highest; 0 for anything else.
    let sign: UInt32
    /// Where its bytes are.
    let range: Range<Int>
}
