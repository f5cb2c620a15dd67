/// What an application got when it read an identifier; never the identifier itself.
public enum ReadingResult: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    case given
    /// Nothing.
    case nothing
    /// An identifier that is all zero.
    case zero(ZeroReason)

    /// The word of the ledger: `given`, `none`, or `zero-` with the reason.
    public var description: String {
        switch self {
        case .given: "given"
        case .nothing: "none"
        case .zero(let reason): "zero-\(reason.rawValue)"
        }
    }

    init?(_ text: String) {
        if text == "given" {
            self = .given
        } else if text == "none" {
            self = .nothing
        } else if text.hasPrefix("zero-"),
            let reason = ZeroReason(rawValue: String(text.dropFirst(5)))
        {
            self = .zero(reason)
        } else {
            return nil
        }
    }
}
