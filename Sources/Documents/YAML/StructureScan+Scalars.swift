/// How far a scalar reaches, after `yaml_parser_scan_*_scalar` of libyaml's `scanner.c`.
extension StructureScan {
    /// Steps over a quoted scalar and says that no key may start behind it.
    mutating func skipQuoted() throws(DocumentFault) -> Bool {
        let start = cursor.location
        let quote = cursor.peek()
        cursor.advance()
        while let scalar = cursor.peek() {
            cursor.advance()
            if scalar == "\\", quote == "\"" {
                cursor.advance()
            } else if scalar == quote {
                guard quote == "'", cursor.peek() == quote else { return false }
                cursor.advance()
            }
        }
        throw DocumentFault("the quoted text that starts here does not end", at: start)
    }

    /// Steps over a plain scalar and says whether a key may start behind it: on a new line.
    mutating func skipPlain() throws(DocumentFault) -> Bool {
        var isOnNewLine = false
        while !cursor.isAtDocumentMark, cursor.peek() != "#" {
            while !cursor.isSpace(ahead: 0), try !isPlainEnd() {
                isOnNewLine = false
                cursor.advance()
            }
            guard cursor.isAtBlank || cursor.isAtBreak else { break }
            while cursor.isAtBlank || cursor.isAtBreak {
                if isOnNewLine, cursor.peek() == "\t", cursor.column <= indent {
                    throw DocumentFault("a tab cannot indent", at: cursor.location)
                }
                isOnNewLine = isOnNewLine || cursor.isAtBreak
                cursor.advance()
            }
            if !isInFlow, cursor.column <= indent {
                break
            }
        }
        return isOnNewLine
    }

    private func isPlainEnd() throws(DocumentFault) -> Bool {
        switch cursor.peek() {
        case ":" where cursor.isSpace(ahead: 1): return true
        case ":":
            guard isInFlow, let next = cursor.peek(1), ",?[]{}".unicodeScalars.contains(next) else {
                return false
            }
            throw DocumentFault("':' needs a space behind it here", at: cursor.location)
        case ",", "[", "]", "{", "}": return isInFlow
        default: return false
        }
    }

    /// Steps over a `|` or `>` scalar, its header included.
    mutating func skipBlockScalar() throws(DocumentFault) {
        let start = cursor.location
        cursor.advance()
        let explicit = try skipBlockScalarHeader(start)
        var indentation = explicit.map { max(indent - 1, 0) + $0 }
        try skipIndentation(&indentation, start)
        while cursor.column - 1 == indentation, !cursor.isAtEnd {
            cursor.advanceToBreak()
            cursor.advance()
            try skipIndentation(&indentation, start)
        }
    }

    /// The indentation that the header asks for, if any.
    private mutating func skipBlockScalarHeader(
        _ start: DocumentPlace
    ) throws(DocumentFault) -> Int? {
        var explicit: Int?
        var hasChomping = false
        while let scalar = cursor.peek() {
            if !hasChomping, scalar == "+" || scalar == "-" {
                hasChomping = true
            } else if explicit == nil, ("1"..."9").contains(scalar) {
                explicit = Int(scalar.value - 48)
            } else {
                break
            }
            cursor.advance()
        }
        while cursor.isAtBlank {
            cursor.advance()
        }
        if cursor.peek() == "#" {
            cursor.advanceToBreak()
        }
        guard cursor.isAtEnd || cursor.isAtBreak else {
            throw DocumentFault("expected a new line after '|' or '>'", at: start)
        }
        cursor.advance()
        return explicit
    }

    /// Steps over empty lines and the indentation of the next one.
    ///
    /// Sets `indentation`, in spaces, from the first lines when the header did not.
    private mutating func skipIndentation(
        _ indentation: inout Int?,
        _ start: DocumentPlace
    ) throws(DocumentFault) {
        var widest = 0
        while true {
            while cursor.peek() == " ", cursor.column - 1 < indentation ?? .max {
                cursor.advance()
            }
            widest = max(widest, cursor.column - 1)
            if cursor.peek() == "\t", cursor.column - 1 < indentation ?? .max {
                throw DocumentFault("a tab cannot indent", at: cursor.location)
            }
            guard cursor.isAtBreak else { break }
            cursor.advance()
        }
        indentation = indentation ?? max(widest, indent, 1)
    }
}
