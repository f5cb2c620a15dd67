import Preferences

/// How values of the defaults store are read as limits.
public enum LimitReading: String, Sendable, Hashable {
    /// Numbers and booleans only, as documented.
    case strict
    /// Also from strings, which is what the command line's domain has.
    case lenient

    /// - Throws: why the value cannot be a limit.
    func number(_ value: PreferenceValue) throws(RestrictionDecision.Reason) -> Double {
        let number: Double
        switch value {
        case .integer(let integer):
            guard (0...1000).contains(integer) else { throw .limitOutOfRange }
            // Conversions of 128 bits are slow.
            number = Double(Int(truncatingIfNeeded: integer))
        case .real(let real): number = real
        case .string(let text) where self == .lenient:
            let trimmed = RatingLabel.fold(text)
            guard let parsed = Double(trimmed), !trimmed.contains("x") else {
                throw .limitWrongType
            }
            number = parsed
        case .boolean, .string, .date, .data, .array, .dictionary: throw .limitWrongType
        }
        guard number.isFinite else { throw .limitNotFinite }
        guard (0...1000).contains(number) else { throw .limitOutOfRange }
        return number
    }

    /// - Throws: why the value does not say whether explicit items are allowed.
    func flag(_ value: PreferenceValue) throws(RestrictionDecision.Reason) -> Bool {
        switch value {
        case .boolean(let flag): return flag
        // Apple's number objects make no difference between these and booleans.
        case .integer(0), .real(0): return false
        case .integer(1), .real(1): return true
        case .string(let text) where self == .lenient:
            switch RatingLabel.fold(text) {
            case "yes", "true", "1": return true
            case "no", "false", "0": return false
            default: throw .limitWrongType
            }
        // Any other number is neither yes nor no.
        case .integer, .real, .string, .date, .data, .array, .dictionary: throw .limitWrongType
        }
    }
}

extension RestrictionDecision.Reason: Error {}
