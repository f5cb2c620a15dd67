extension PreferenceValue: Hashable {
    /// Whether both are of one type and stored alike.
    public static func == (left: PreferenceValue, right: PreferenceValue) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let flag): hasher.combine(flag)
        case .integer(let integer): hasher.combine(integer)
        case .real(let real): hasher.combine(real.bitPattern)
        case .string(let text): hasher.combine(text)
        case .date(let date): hasher.combine(date)
        case .data(let bytes): hasher.combine(bytes)
        case .array(let values): hasher.combine(values)
        case .dictionary(let values): hasher.combine(values)
        }
    }
}
