import Documents
import FoundationEssentials
import Handoff
import Preferences
import ProtectionModel

/// User info of activities as property lists: what a file says, and what one can say.
enum UserInfo {
    /// No file with more bytes is read: it could not be sent.
    private static let fileByteLimit = 1 << 20

    /// Reads a property list, binary or XML.
    ///
    /// - Throws: `SystemError`; `ToolError` with `malformed-payload`, `invalid-argument` for what is not a dictionary,
    ///   and `payload-too-large`.
    static func read(_ path: String) throws -> (values: [String: ActivityValue], root: DocumentNode)
    {
        let bytes = try HostInput.bytes(of: path, limit: fileByteLimit)
        let name = path == "-" ? "standard input" : "'\(path)'"
        guard bytes.count <= fileByteLimit else {
            throw ToolError(
                .payloadTooLarge,
                "\(name) has more than \(fileByteLimit) bytes",
                path: path
            )
        }
        do {
            let rules = PropertyListRules(byteCount: fileByteLimit, valueCount: 100_000)
            let root = try PropertyListDocument.read(bytes, rules)
            guard case .dictionary(let values) = try value(PreferenceValue(root)) else {
                throw ToolError(
                    .invalidArgument,
                    "\(name): user info is a dictionary",
                    path: path
                )
            }
            return (values, root)
        } catch let error as DocumentFault {
            let line = error.location.line
            throw ToolError(
                .malformedPayload,
                "\(name): not a property list: \(line > 0 ? "line \(line): " : "")\(error.message)",
                path: path
            )
        }
    }

    private static func value(_ value: PreferenceValue) throws -> ActivityValue {
        switch value {
        case .boolean(let flag): return .boolean(flag)
        case .integer(let integer):
            guard let number = Int64(exactly: integer) else {
                throw ToolError(.invalidArgument, "an integer of user info has at most 64 bits")
            }
            return .integer(number)
        case .real(let real): return .real(real)
        case .string(let text): return .text(text)
        case .date(let date): return .date(date)
        case .data(let bytes): return .data(bytes)
        case .array(let values): return .array(try values.map(self.value))
        case .dictionary(let values): return .dictionary(try values.mapValues(self.value))
        }
    }

    /// User info as a binary property list; what that has no type for becomes the nearest one: a URL, a file and a UUID
    /// are text, a set is an array, nothing is left out.
    static func propertyList(_ values: [String: ActivityValue]) -> [UInt8] {
        PropertyList(.dictionary(values.compactMapValues(preference))).binary
    }

    /// The nearest value of a property list; nil for nothing.
    static func preference(_ value: ActivityValue) -> PreferenceValue? {
        switch value {
        case .null: nil
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(Int128(number))
        case .real(let number): .real(number)
        case .date(let date): .date(date)
        case .text(let text), .url(let text): .string(text)
        case .file(let path): .string(path.description)
        case .uuid(let uuid): .string(uuid.uuidString)
        case .data(let bytes): .data(bytes)
        case .array(let values): .array(values.compactMap(preference))
        case .set(let values): .array(values.compactMap(preference).sorted(by: isBefore))
        case .dictionary(let values): .dictionary(values.compactMapValues(preference))
        }
    }

    private static func isBefore(_ left: PreferenceValue, _ right: PreferenceValue) -> Bool {
        ValueText.text(of: left) < ValueText.text(of: right)
    }
}

/// A value of user info as JSON: `{"type","value"}` as of the defaults store, and `null`, `url`, `file`, `uuid` and `set` besides.
struct UserInfoDocument: Encodable {
    private let value: ActivityValue

    init(_ value: ActivityValue) { self.value = value }

    private enum Key: String, CodingKey { case type, value }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .null: try encode("null", String?.none, to: encoder)
        case .url(let url): try encode("url", url, to: encoder)
        case .file(let path): try encode("file", path.description, to: encoder)
        case .uuid(let uuid): try encode("uuid", uuid.uuidString, to: encoder)
        case .array(let values): try encode("array", values.map(Self.init), to: encoder)
        case .set(let values):
            let sorted = try values.map { (try Console.json(Self($0)), Self($0)) }
                .sorted { $0.0 < $1.0 }.map(\.1)
            try encode("set", sorted, to: encoder)
        case .dictionary(let values):
            try encode("dictionary", values.mapValues(Self.init), to: encoder)
        default:
            if let value = UserInfo.preference(value) {
                try ValueDocument(value).encode(to: encoder)
            }
        }
    }

    private func encode(
        _ type: String,
        _ value: some Encodable,
        to encoder: any Encoder
    ) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type, forKey: .type)
        try container.encode(value, forKey: .value)
    }
}
