import FoundationEssentials
import ProtectionModel

/// One reading of an identifier by an application.
public struct LedgerEntry: Sendable, Hashable {
    /// The number of the entry, from 1 without a gap.
    public let sequence: Int
    /// When, by the wall clock: RFC 3339 in UTC, to the millisecond.
    public let at: String
    /// The application.
    public let app: BundleIdentifier
    /// Which identifier.
    public let identifier: IdentifierKind
    /// What for, in the application's words; nil when it did not say.
    public let purpose: String?
    /// What the application got.
    public let result: ReadingResult
    /// The hash of the entry before, as it is stored, in hexadecimal digits; that of no bytes in the
    /// first.
    public let previous: String
}

extension LedgerEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case sequence, at, app, identifier, purpose, result, previous
    }

    /// Reads the object of one entry.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func word<Value>(_ key: CodingKeys, _ make: (String) -> Value?) throws -> Value {
            guard let value = make(try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: container,
                    debugDescription: "no such word"
                )
            }
            return value
        }
        sequence = try container.decode(Int.self, forKey: .sequence)
        at = try container.decode(String.self, forKey: .at)
        app = try container.decode(BundleIdentifier.self, forKey: .app)
        identifier = try word(.identifier, IdentifierKind.init)
        purpose = try container.decode(String?.self, forKey: .purpose)
        result = try word(.result, ReadingResult.init)
        previous = try container.decode(String.self, forKey: .previous)
    }

    /// Writes the object of one entry; a purpose that was not given is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(at, forKey: .at)
        try container.encode(app, forKey: .app)
        try container.encode(identifier.description, forKey: .identifier)
        try container.encode(purpose, forKey: .purpose)
        try container.encode(result.description, forKey: .result)
        try container.encode(previous, forKey: .previous)
    }
}

/// What an application reads an identifier for, in its own words.
struct Purpose: Sendable {
    /// Nil when it says nothing.
    let text: String?

    /// - Throws: `invalid-argument` for more than 1,024 bytes.
    init(_ text: String?) throws(ProtectionError) {
        guard let text, !text.isBlank else {
            self.text = nil
            return
        }
        guard text.utf8.count <= 1_024 else {
            throw ProtectionError(
                .invalidArgument,
                "the purpose has \(text.utf8.count) bytes: 1,024 are the most"
            )
        }
        self.text = text
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, to the millisecond; a clock outside the years 1 to 9999 is taken for their
    /// end.
    var text: String {
        let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let date = Date(timeIntervalSince1970: Double(seconds))
        // By hand: as a Double of seconds .678 is a little less and would become .677.
        let milliseconds = String(1_000 + nanoseconds / 1_000_000 % 1_000).dropFirst()
        return "\(date.formatted(Date.ISO8601FormatStyle()).dropLast()).\(milliseconds)Z"
    }
}
