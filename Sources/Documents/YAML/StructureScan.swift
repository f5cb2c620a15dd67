/// A walk over the tokens of a YAML text that builds nothing.
///
/// Yams composes the whole tree, recursing once a level and hashing every key, before it lets
/// anybody look. A short hostile text can make that exhaust the stack (`[[[[…`), memory
/// (`[,,,…`) or time (aliases of aliases in keys). This scan runs first and refuses such a text.
///
/// It follows the rules of libyaml's `scanner.c` for where a token starts, because `*` is an
/// alias in one place and text in another; indentations here are columns from 1, and 0 is
/// "outside every block". Where libyaml is certain to refuse the text, it is refused at once.
/// Also refused, as nobody needs them here: anchors, aliases, tags, directives, `? ` keys and
/// more than one document.
struct StructureScan {
    var cursor: TextCursor
    private var budget: NodeBudget

    /// The columns of the open block collections.
    private var indents: [Int] = []
    private var flowDepth = 0

    /// Whether a key may start here, and where in block context one may have started.
    private var isKeyAllowed = true
    private var possibleKey: (index: Int, location: DocumentPlace)?

    private var hasStarted = false
    private var hasEnded = false

    /// A scan of `scalars`, which must hold no characters that YAML forbids.
    init(_ scalars: [Unicode.Scalar], limits: DocumentLimits) {
        cursor = TextCursor(scalars)
        budget = NodeBudget(limits)
    }

    /// The column of the innermost block collection, or 0.
    var indent: Int { indents.last ?? 0 }
    /// Whether the place is inside `[ ]` or `{ }`.
    var isInFlow: Bool { flowDepth > 0 }
    private var depth: Int { indents.count + flowDepth }

    /// Walks to the end.
    ///
    /// - Throws: `DocumentFault` at the first thing refused.
    mutating func run() throws(DocumentFault) {
        skipToToken()
        while !cursor.isAtEnd {
            unroll(to: cursor.column)
            if cursor.isAtDocumentMark {
                try documentMark()
            } else {
                try token()
            }
            skipToToken()
        }
    }

    private mutating func skipToToken() {
        while true {
            while cursor.peek() == " " || (cursor.peek() == "\t" && (isInFlow || !isKeyAllowed)) {
                cursor.advance()
            }
            if cursor.peek() == "#" {
                cursor.advanceToBreak()
            }
            guard cursor.isAtBreak else { return }
            cursor.advance()
            if !isInFlow {
                isKeyAllowed = true
            }
        }
    }

    private mutating func documentMark() throws(DocumentFault) {
        let isStart = cursor.peek() == "-"
        if isInFlow || (isStart && hasStarted) {
            throw DocumentFault("expected a single YAML document", at: cursor.location)
        }
        hasEnded = hasEnded || (!isStart && hasStarted)
        hasStarted = hasStarted || isStart
        unroll(to: 0)
        possibleKey = nil
        isKeyAllowed = false
        for _ in 0..<3 {
            cursor.advance()
        }
    }

    private mutating func token() throws(DocumentFault) {
        guard let first = cursor.peek() else { return }
        if hasEnded {
            throw DocumentFault("expected a single YAML document", at: cursor.location)
        }
        hasStarted = true
        switch first {
        case "%" where cursor.column == 1: throw refusal("directives such as %YAML are")
        case "&": throw refusal("anchors (&name) are")
        case "*": throw refusal("aliases (*name) are")
        case "!": throw refusal("tags (!name) are")
        case "?" where isInFlow || cursor.isSpace(ahead: 1): throw refusal("'? ' keys are")
        case "[", "{": try flowStart()
        case "]", "}": try flowEnd()
        case ",": try flowEntry()
        case "-" where cursor.isSpace(ahead: 1): try blockEntry()
        case ":" where isInFlow || cursor.isSpace(ahead: 1): try value()
        case "|" where !isInFlow, ">" where !isInFlow: try blockScalar()
        case "'", "\"": try scalar { scan throws(DocumentFault) in try scan.skipQuoted() }
        case "|", ">", "%", "@", "`", "\t":
            throw DocumentFault(
                "\(String(first).quotedForMessage) cannot start a value",
                at: cursor.location
            )
        default: try scalar { scan throws(DocumentFault) in try scan.skipPlain() }
        }
    }

    private func refusal(_ subject: String) -> DocumentFault {
        DocumentFault("\(subject) not allowed", at: cursor.location)
    }

    // MARK: Tokens

    private mutating func flowStart() throws(DocumentFault) {
        saveKey()
        try budget.spend(at: cursor.location)
        flowDepth += 1
        try budget.checkDepth(depth, at: cursor.location)
        isKeyAllowed = true
        cursor.advance()
    }

    private mutating func flowEnd() throws(DocumentFault) {
        guard isInFlow else { throw unexpected() }
        flowDepth -= 1
        budget.settle()
        isKeyAllowed = false
        cursor.advance()
    }

    private mutating func flowEntry() throws(DocumentFault) {
        guard isInFlow else { throw unexpected() }
        budget.settle()
        isKeyAllowed = true
        cursor.advance()
    }

    private mutating func blockEntry() throws(DocumentFault) {
        guard !isInFlow, isKeyAllowed else { throw unexpected() }
        try roll(to: cursor.location)
        possibleKey = nil
        cursor.advance()
        try budget.expect(at: cursor.location)
    }

    private mutating func value() throws(DocumentFault) {
        if !isInFlow {
            if let key = validKey() {
                try roll(to: key)
                isKeyAllowed = false
            } else {
                guard isKeyAllowed else { throw unexpected() }
                try roll(to: cursor.location)
            }
            possibleKey = nil
        }
        cursor.advance()
        try budget.expect(at: cursor.location)
    }

    private mutating func blockScalar() throws(DocumentFault) {
        possibleKey = nil
        try budget.spend(at: cursor.location)
        try skipBlockScalar()
        isKeyAllowed = true
    }

    private mutating func scalar(
        _ skip: (inout StructureScan) throws(DocumentFault) -> Bool
    ) throws(DocumentFault) {
        saveKey()
        try budget.spend(at: cursor.location)
        isKeyAllowed = try skip(&self)
    }

    private func unexpected() -> DocumentFault {
        let character = cursor.peek().map(String.init) ?? ""
        return DocumentFault(
            "\(character.quotedForMessage) is not expected here",
            at: cursor.location
        )
    }

    // MARK: Keys and indentation

    private mutating func saveKey() {
        guard !isInFlow, isKeyAllowed else { return }
        possibleKey = (cursor.index, cursor.location)
    }

    /// The start of the key that ends here: on this line and within 1024 characters (libyaml).
    private func validKey() -> DocumentPlace? {
        guard let key = possibleKey, key.location.line == cursor.location.line,
            key.index + 1024 >= cursor.index
        else { return nil }
        return key.location
    }

    private mutating func roll(to location: DocumentPlace) throws(DocumentFault) {
        guard !isInFlow, indent < location.column else { return }
        indents.append(location.column)
        try budget.spendBlock(depth: depth, at: location)
    }

    private mutating func unroll(to column: Int) {
        guard !isInFlow else { return }
        while indent > column {
            indents.removeLast()
        }
    }
}
