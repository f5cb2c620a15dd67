import ProtectionModel

/// The value of one fact about a step.
package enum FactValue: Sendable, Encodable, CustomStringConvertible {
    /// Text, a name or a code.
    case text(String)
    /// A size in bytes.
    case number(UInt64)
    /// Yes or no.
    case flag(Bool)
    /// Names in order.
    case list([String])

    /// The value on one line, for people.
    package var description: String {
        switch self {
        case .text(let text): Self.quote(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .list(let texts): "[" + texts.map(Self.quote).joined(separator: ", ") + "]"
        }
    }

    /// Writes the bare value.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let texts): try container.encode(texts)
        }
    }

    /// In quotes, cut at 60 characters, with what could move a cursor escaped.
    private static func quote(_ text: String) -> String {
        let head = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))).printable
        return "'\(head)" + (text.unicodeScalars.dropFirst(60).isEmpty ? "'" : "…'")
    }
}

extension FactValue: Equatable {
    /// Equal when the bytes are: Swift would call precomposed and decomposed texts equal.
    package static func == (left: FactValue, right: FactValue) -> Bool {
        switch (left, right) {
        case (.text(let left), .text(let right)): left.isSameName(as: right)
        case (.number(let left), .number(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.list(let left), .list(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.isSameName(as: $1) }
        default: false
        }
    }
}
