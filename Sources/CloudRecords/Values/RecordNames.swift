import Documents
import ProtectionModel

/// Names that are well formed, and values that can be kept.
extension RecordLimits {
    /// Refuses an empty, long or unprintable name of a record or zone, and one of the service's
    /// own.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    func check(name: String, of what: String) throws(ProtectionError) {
        try checkText(name, of: what)
        guard !name.hasPrefix("_") else {
            throw ProtectionError(
                .invalidArgument,
                "the name of a \(what) begins with another character than '_', unlike "
                    + name.quotedForMessage
            )
        }
    }

    /// Refuses a name that is empty, long or has control characters.
    func checkText(_ name: String, of what: String) throws(ProtectionError) {
        guard !name.isEmpty, name.utf8.count <= nameByteCount else {
            throw ProtectionError(
                .invalidArgument,
                "the name of a \(what) has 1 to \(nameByteCount) bytes, unlike "
                    + name.quotedForMessage
            )
        }
        guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            CombiningMarks.excess(in: name) == nil
        else {
            throw ProtectionError(
                .invalidArgument,
                "the name of a \(what) has control characters: \(name.quotedForMessage)"
            )
        }
    }

    /// Refuses a name of a type or field that is no word of ASCII.
    func check(word: String, of what: String) throws(ProtectionError) {
        guard Self.isWord(word), word.utf8.count <= nameByteCount else {
            throw ProtectionError(
                .invalidArgument,
                "the name of a \(what) is a letter, then letters, digits and '_', of at most "
                    + "\(nameByteCount) bytes, unlike \(word.quotedForMessage)"
            )
        }
    }

    /// Whether a text is `[A-Za-z][A-Za-z0-9_]*`.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Refuses values that no service keeps.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` or `limit-exceeded`.
    func check(_ value: RecordValue, of key: String, in zone: RecordZoneID) throws(ProtectionError)
    {
        switch value {
        case .list(let values):
            let type = values.first.flatMap { RecordFieldType(of: $0) }
            guard values.allSatisfy({ RecordFieldType(of: $0) == type && !$0.isNested }) else {
                throw .unkept(key, "a list has values of one type")
            }
            for value in values { try check(value, of: key, in: zone) }
        case .string(let text):
            guard CombiningMarks.excess(in: text) == nil else {
                throw .unkept(key, CombiningMarks.complaint)
            }
        case .real(let number):
            guard !number.isNaN else { throw .unkept(key, "NaN is not a number") }
        case .date(let time):
            guard (0..<1_000_000_000).contains(time.nanoseconds) else {
                throw .unkept(key, "a second has 1,000,000,000 nanoseconds")
            }
        case .location(let place):
            guard place.isOnEarth else { throw .unkept(key, "the place is not on earth") }
        case .reference(let reference):
            guard reference.id.zone == zone else {
                throw .unkept(key, "a reference stays in its zone, \(zone.name.quotedForMessage)")
            }
            try checkText(reference.id.name, of: "record")
        case .asset(let asset):
            try check(asset, of: key)
        case .sealed(let value):
            guard value.type.base.isEncryptable else {
                throw .unkept(key, "values of type \(value.type.base.rawValue) are never encrypted")
            }
        case .integer, .bytes: break
        }
    }

    private func check(_ asset: RecordAsset, of key: String) throws(ProtectionError) {
        guard asset.digest.count == RecordAsset.digestByteCount, asset.byteCount >= 0 else {
            throw .unkept(key, "the asset has no hash")
        }
        let limit =
            asset.seal.isEmpty ? assetByteCount : SealedAsset.sealedByteCount(of: assetByteCount)
        guard asset.byteCount <= limit else {
            throw ProtectionError(
                .limitExceeded,
                "'\(key)': an asset has at most \(assetByteCount) bytes, unlike \(asset.byteCount)"
            )
        }
    }
}

extension RecordValue {
    /// Whether it cannot be in a list.
    fileprivate var isNested: Bool {
        switch self {
        case .list, .sealed: true
        default: false
        }
    }
}

extension ProtectionError {
    /// A field's value that cannot be kept.
    fileprivate static func unkept(_ key: String, _ reason: String) -> ProtectionError {
        ProtectionError(.invalidArgument, "\(key.quotedForMessage): \(reason)")
    }
}
