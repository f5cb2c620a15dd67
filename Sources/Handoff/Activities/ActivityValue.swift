public import FoundationEssentials
public import ProtectionModel

/// A value of an activity's user info: the types that `NSUserActivity.userInfo` takes.
///
/// A file is named by its path in the device, never by one of the host.
public enum ActivityValue: Sendable, Hashable {
    /// Nothing (`NSNull`).
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// Another number.
    case real(Double)
    /// A moment.
    case date(Timestamp)
    /// Text.
    case text(String)
    /// Bytes.
    case data([UInt8])
    /// A UUID.
    case uuid(UUID)
    /// A URL whose scheme is not `file`.
    case url(String)
    /// A file of the device.
    case file(DevicePath)
    /// Values in an order.
    case array([ActivityValue])
    /// Values without one.
    case set(Set<ActivityValue>)
    /// Values by name.
    case dictionary([String: ActivityValue])
}

extension ActivityValue {
    /// How many bytes user info has where the limits count them.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for what is nested deeper than 16 levels, or names a file of
    ///   the host.
    package static func byteCount(
        of userInfo: [String: ActivityValue]
    ) throws(ProtectionError) -> Int {
        try ActivityValueCoding.encode(.dictionary(userInfo)).count
    }
}

/// User info as bytes; there is one encoding of each.
///
/// ```
/// kind     1   0 null, 1 false, 2 true, 3 integer, 4 real, 5 date, 6 text, 7 data, 8 url, 9 file, 10 array,
///              11 set, 12 dictionary, 13 UUID
/// content      integer, real 8 · date 8, 8 · text, data, url, file, UUID: length 4, bytes
///              array, set: count 4, values · dictionary: count 4, each: length 4, key, value
/// ```
///
/// Integers are little-endian. The values of a set stand in the order of their bytes, those of a dictionary in that of
/// the bytes of their keys.
struct ActivityValueCoding {
    /// User info itself counts as the first level.
    static let depthLimit = 16

    private enum Kind: UInt8 {
        case null, no, yes, integer, real, date, text, data, url, file, array, set, dictionary
        case uuid
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for what is nested too deep, or names a file of the host.
    static func encode(_ value: ActivityValue, depth: Int = 1) throws(ProtectionError) -> [UInt8] {
        guard depth <= depthLimit else { throw .deepUserInfo }
        switch value {
        case .null: return [Kind.null.rawValue]
        case .boolean(let flag): return [flag ? Kind.yes.rawValue : Kind.no.rawValue]
        case .integer(let number): return fixed(.integer, UInt64(bitPattern: number))
        case .real(let number): return fixed(.real, number.bitPattern)
        case .date(let date):
            guard (0..<1_000_000_000).contains(date.nanoseconds) else { throw .badUserInfo }
            return fixed(.date, UInt64(bitPattern: date.seconds))
                + little(UInt64(bitPattern: date.nanoseconds))
        case .text(let text): return sized(.text, Array(text.utf8))
        case .data(let bytes): return sized(.data, bytes)
        case .uuid(let uuid):
            return sized(.uuid, Array(uuid.uuidString.utf8))
        case .url(let url):
            try checkURL(url)
            return sized(.url, Array(url.utf8))
        case .file(let path): return sized(.file, Array(path.description.utf8))
        case .array(let values):
            return try list(
                .array,
                values.map { value throws(ProtectionError) in
                    try encode(value, depth: depth + 1)
                }
            )
        case .set(let values):
            let parts = try values.map { value throws(ProtectionError) in
                try encode(value, depth: depth + 1)
            }
            return list(.set, parts.sorted { $0.lexicographicallyPrecedes($1) })
        case .dictionary(let values): return try encode(values, depth)
        }
    }

    private static func encode(
        _ values: [String: ActivityValue],
        _ depth: Int
    ) throws(ProtectionError) -> [UInt8] {
        var entries: [(key: [UInt8], value: [UInt8])] = []
        for (key, value) in values {
            entries.append((Array(key.utf8), try encode(value, depth: depth + 1)))
        }
        entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
        return list(.dictionary, entries.map { count($0.key) + $0.value })
    }

    static func checkURL(_ url: String) throws(ProtectionError) {
        let scheme = url.prefix { $0 != ":" }
        guard url.contains(":"), scheme.lowercased() != "file", !url.utf8.contains(0) else {
            throw ProtectionError(
                .invalidArgument,
                "a URL in user info has a scheme other than 'file': name a file by its path in the device"
            )
        }
    }

    private static func fixed(_ kind: Kind, _ value: UInt64) -> [UInt8] {
        [kind.rawValue] + little(value)
    }

    private static func little(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static func count(_ bytes: [UInt8]) -> [UInt8] {
        Array(little(UInt64(bytes.count))[..<4]) + bytes
    }

    private static func sized(_ kind: Kind, _ bytes: [UInt8]) -> [UInt8] {
        [kind.rawValue] + count(bytes)
    }

    private static func list(_ kind: Kind, _ parts: [[UInt8]]) -> [UInt8] {
        [kind.rawValue] + little(UInt64(parts.count))[..<4] + parts.flatMap(\.self)
    }

    // MARK: Reading

    /// User info that another device has sent; nil for anything that ``encode(_:depth:)`` would not give.
    static func decode(_ bytes: [UInt8]) -> [String: ActivityValue]? {
        var reader = ActivityReader(bytes)
        guard case .dictionary(let values) = value(&reader, depth: 1), reader.remaining == 0 else {
            return nil
        }
        return values
    }

    private static func value(_ reader: inout ActivityReader, depth: Int) -> ActivityValue? {
        guard depth <= depthLimit, let kind = reader.byte().flatMap(Kind.init) else { return nil }
        switch kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return reader.word().map { .integer(Int64(bitPattern: $0)) }
        case .real: return reader.word().map { .real(Double(bitPattern: $0)) }
        case .date:
            guard let seconds = reader.word(), let rest = reader.word(), rest < 1_000_000_000 else {
                return nil
            }
            return .date(Timestamp(seconds: Int64(bitPattern: seconds), nanoseconds: Int64(rest)))
        case .text: return reader.text().map { .text($0) }
        case .data: return reader.sized().map { .data($0) }
        case .uuid:
            guard let text = reader.text(), let uuid = UUID(uuidString: text),
                uuid.uuidString == text
            else { return nil }
            return .uuid(uuid)
        case .url:
            guard let url = reader.text(), (try? checkURL(url)) != nil else { return nil }
            return .url(url)
        case .file:
            guard let text = reader.text(), let path = try? DevicePath(text),
                path.description == text
            else { return nil }
            return .file(path)
        case .array: return values(&reader, depth, isSorted: false).map { .array($0) }
        case .set:
            guard let values = values(&reader, depth, isSorted: true) else { return nil }
            let set = Set(values)
            return set.count == values.count ? .set(set) : nil
        case .dictionary: return dictionary(&reader, depth).map { .dictionary($0) }
        }
    }

    private static func values(
        _ reader: inout ActivityReader,
        _ depth: Int,
        isSorted: Bool
    ) -> [ActivityValue]? {
        guard let count = reader.count() else { return nil }
        var values: [ActivityValue] = []
        var previous: [UInt8]?
        for _ in 0..<count {
            let start = reader
            guard let value = value(&reader, depth: depth + 1) else { return nil }
            if isSorted {
                let bytes = start.consumed(until: reader)
                if let previous, !previous.lexicographicallyPrecedes(bytes) { return nil }
                previous = bytes
            }
            values.append(value)
        }
        return values
    }

    private static func dictionary(
        _ reader: inout ActivityReader,
        _ depth: Int
    ) -> [String: ActivityValue]? {
        guard let count = reader.count() else { return nil }
        var values: [String: ActivityValue] = [:]
        var previous: [UInt8]?
        for _ in 0..<count {
            guard let key = reader.text() else { return nil }
            let bytes = Array(key.utf8)
            if let previous, !previous.lexicographicallyPrecedes(bytes) { return nil }
            previous = bytes
            guard let value = value(&reader, depth: depth + 1) else { return nil }
            // Keys of other bytes may be the same text.
            guard values.updateValue(value, forKey: key) == nil else { return nil }
        }
        return values
    }
}

/// Reads what another device has written; each count is checked against what is there.
struct ActivityReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - position }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func byte() -> UInt8? { bytes(1)?.first }

    mutating func word(_ width: Int = 8) -> UInt64? {
        bytes(width)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// How many follow, of which each has a byte at least.
    mutating func count() -> Int? {
        guard let count = word(4).map(Int.init), count <= remaining else { return nil }
        return count
    }

    mutating func sized() -> [UInt8]? { count().flatMap { bytes($0) } }

    mutating func text() -> String? {
        sized().flatMap { String(validating: $0, as: UTF8.self) }
    }

    func consumed(until later: ActivityReader) -> [UInt8] {
        Array(bytes[position..<later.position])
    }
}

extension ProtectionError {
    static let deepUserInfo = ProtectionError(
        .invalidArgument,
        "user info is nested deeper than \(ActivityValueCoding.depthLimit) levels"
    )

    static let badUserInfo = ProtectionError(
        .invalidArgument,
        "a date in user info has nanoseconds from 0 to 999,999,999"
    )
}
