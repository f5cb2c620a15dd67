import Preferences

/// A value of the defaults store as JSON: `{"type","value"}`, with `from` where asked for.
///
/// Dates are RFC 3339, data hexadecimal digits; real numbers that JSON cannot hold (`nan`, `inf`,
/// `-inf`) and integers beyond 2^53, which many readers round, are strings.
struct ValueDocument: Encodable {
    private let value: PreferenceValue
    private let from: String?

    init(_ value: PreferenceValue, from: String? = nil) {
        self.value = value
        self.from = from
    }

    private enum Key: String, CodingKey { case type, value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value.typeName, forKey: .type)
        try container.encodeIfPresent(from, forKey: .from)
        switch value {
        case .boolean(let flag): try container.encode(flag, forKey: .value)
        case .integer(let integer):
            if let exact = Int64(exactly: integer), abs(integer) <= 1 << 53 {
                try container.encode(exact, forKey: .value)
            } else {
                try container.encode("\(integer)", forKey: .value)
            }
        case .real(let real):
            if real.isFinite {
                try container.encode(real, forKey: .value)
            } else {
                try container.encode("\(real)", forKey: .value)
            }
        case .string, .date, .data: try container.encode(ValueText.text(of: value), forKey: .value)
        case .array(let values):
            try container.encode(values.map { ValueDocument($0) }, forKey: .value)
        case .dictionary(let values):
            try container.encode(values.mapValues { ValueDocument($0) }, forKey: .value)
        }
    }

    /// One key: what `defaults read DOMAIN KEY` prints.
    struct One: Encodable {
        let version = 1
        let domain: String
        let key: String
        let value: ValueDocument
        let from: String?

        private enum Key: String, CodingKey { case version, domain, key }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(version, forKey: .version)
            try container.encode(domain, forKey: .domain)
            try container.encode(key, forKey: .key)
            try ValueDocument(value.value, from: from).encode(to: encoder)
        }
    }

    /// A whole domain.
    struct Domain: Encodable {
        let version = 1
        let domain: String
        let values: [String: ValueDocument]
    }

    /// Every stored domain.
    struct All: Encodable {
        let version = 1
        let domains: [String: [String: ValueDocument]]
    }
}
