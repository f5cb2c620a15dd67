import KeyManagement
import ProtectionModel
import SodiumCrypto

/// Extended attributes of one node: values by name, as xattr(7) has them.
///
/// Names and values are bytes. The store does not judge who may set which.
package struct ExtendedAttributes: Sendable, Equatable {
    /// What all names, each with a NUL, and values take together, at most.
    package static let byteLimit = 65_536
    /// XATTR_NAME_MAX.
    static let nameLimit = 255
    private static let namespaces = ["user.", "trusted.", "security."].map { Array($0.utf8) }

    private var values: [[UInt8]: [UInt8]] = [:]
    /// What all of them take.
    package private(set) var byteCount = 0

    /// None.
    package init() {}

    /// How a value is set.
    package enum Rule: Sendable {
        /// Whether the name is there or not.
        case any
        /// Only a name that is not there (`XATTR_CREATE`).
        case create
        /// Only a name that is there (`XATTR_REPLACE`).
        case replace
    }

    package var isEmpty: Bool { values.isEmpty }
    /// The names, sorted by their bytes.
    package var names: [[UInt8]] {
        values.keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The value of a name; nil without one.
    package subscript(name: [UInt8]) -> [UInt8]? { values[name] }

    /// Sets a value.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a name of another namespace, `no-space`
    ///   beyond the limit, `already-exists` and `not-found` as the rule has it.
    package mutating func set(_ name: [UInt8], _ value: [UInt8], _ rule: Rule = .any) throws {
        guard Self.isPossible(name) else {
            throw ProtectionError(
                .invalidArgument,
                "'\(String(decoding: name, as: UTF8.self))' is no name of an extended attribute"
            )
        }
        switch rule {
        case .any: break
        case .create: guard values[name] == nil else { throw Self.error(.alreadyExists, name) }
        case .replace: guard values[name] != nil else { throw Self.error(.notFound, name) }
        }
        let before = values[name].map { Self.byteCount(name, $0) } ?? 0
        let count = byteCount - before + Self.byteCount(name, value)
        guard count <= Self.byteLimit else { throw Self.error(.noSpace, name) }
        values[name] = value
        byteCount = count
    }

    /// Removes a name.
    ///
    /// - Throws: `ProtectionError` with `not-found`.
    package mutating func remove(_ name: [UInt8]) throws {
        guard let value = values.removeValue(forKey: name) else {
            throw Self.error(.notFound, name)
        }
        byteCount -= Self.byteCount(name, value)
    }

    private static func byteCount(_ name: [UInt8], _ value: [UInt8]) -> Int {
        name.count + 1 + value.count
    }

    private static func isPossible(_ name: [UInt8]) -> Bool {
        name.count <= nameLimit && !name.contains(0)
            && namespaces.contains { name.starts(with: $0) && name.count > $0.count }
    }

    private static func error(_ code: ErrorCode, _ name: [UInt8]) -> ProtectionError {
        let name = "the extended attribute '\(String(decoding: name, as: UTF8.self))'"
        let message =
            switch code {
            case .alreadyExists: "\(name) exists already"
            case .noSpace: "\(name) and the others exceed \(byteLimit) bytes"
            default: "\(name) does not exist"
            }
        return ProtectionError(code, message)
    }
}

extension ExtendedAttributes {
    /// By name: length of the name (2), of the value (4), name, value.
    func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: byteCount + 5 * values.count)
        for name in names {
            let value = values[name] ?? []
            writer.append(UInt16(name.count))
            writer.append(UInt32(value.count))
            writer.append(name)
            writer.append(value)
        }
        return writer.bytes
    }

    /// Nil for bytes that ``encode()`` does not make.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        var last: [UInt8] = []
        while reader.remaining > 0 {
            guard let nameCount = reader.integer(UInt16.self),
                let valueCount = reader.integer(UInt32.self), valueCount <= Self.byteLimit,
                let name = reader.bytes(Int(nameCount)),
                let value = reader.bytes(Int(valueCount)), Self.isPossible(name),
                last.lexicographicallyPrecedes(name)
            else { return nil }
            values[name] = value
            byteCount += Self.byteCount(name, value)
            last = name
        }
        guard !values.isEmpty, byteCount <= Self.byteLimit else { return nil }
    }
}
