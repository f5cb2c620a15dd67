import AuditFacts

#if SwiftSources

/// An operator between two operands, or between a value and a type.
enum SwiftOperator {
    case infix(String)
    /// `? middle :`.
    case ternary(Syntax.Expression)
    case cast(to: String)
    case test(String)

    /// Whether a type follows.
    var takesType: Bool {
        switch self {
        case .cast, .test: true
        case .infix, .ternary: false
        }
    }

    /// It with the type that follows.
    func with(_ type: String) -> SwiftOperator {
        if case .test = self { .test(type) } else { .cast(to: type) }
    }

    /// How strongly it binds.
    var precedence: Int {
        switch self {
        case .cast, .test: 132
        case .ternary: 100
        case .infix(let sign): Self.precedences[sign] ?? (Self.assigns(sign) ? 90 : 105)
        }
    }

    /// Whether `a op b op c` is `a op (b op c)`.
    var joinsRight: Bool { precedence == 131 || precedence <= 100 }

    private static func assigns(_ sign: String) -> Bool { sign.utf8.last == UInt8(ascii: "=") }

    private static let precedences: [String: Int] = {
        let rows: [(Int, [String])] = [
            (160, ["<<", ">>", "&<<", "&>>"]),
            (150, ["*", "/", "%", "&", "&*"]),
            (140, ["+", "-", "|", "^", "&+", "&-"]),
            (135, ["...", "..<"]),
            (131, ["??"]),
            (130, ["<", ">", "==", "!=", "===", "!==", "~=", "<=", ">=", ".==", ".!="]),
            (120, ["&&"]),
            (110, ["||"]),
            (95, ["->"]),
        ]
        let pairs = rows.flatMap { row in row.1.map { ($0, row.0) } }
        return Dictionary(pairs, uniquingKeysWith: max)
    }()
}
#endif
