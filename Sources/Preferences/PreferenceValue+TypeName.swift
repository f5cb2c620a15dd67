extension PreferenceValue {
    /// The type, as messages name it: `boolean`, `integer`, `real`, `string`, `date`, `data`,
    /// `array` or `dictionary`.
    public var typeName: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .real: "real"
        case .string: "string"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }
}
