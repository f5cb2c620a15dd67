import ProtectionModel
package import SodiumCrypto

/// A key of 160 bits that a person writes down: eight groups of five characters, such as
/// `8QK3F-0M2ZT-…`.
///
/// Four characters of a group are 20 bits in Crockford's base32, which has no letters that look
/// like digits; the fifth is a check over the group and its place, computed in GF(32), so that one
/// wrong character, two neighbours or two groups exchanged are found, and the group is named,
/// before anything is tried.
package struct RecoveryKey: ~Copyable, Sendable {
    /// The length of the key in bytes.
    package static let byteCount = 20
    /// The length of the text in characters.
    package static let characterCount = groupCount * (groupLength + 1) - 1
    private static let groupCount = 8
    /// With its check.
    private static let groupLength = 5

    /// The 20 bytes.
    package let bytes: SecureBytes

    /// Makes a new key.
    ///
    /// - Throws: `ProtectionError` with `internal-error` when there is no memory.
    package init(random: any RandomSource, arena: SecureArena) throws {
        do {
            bytes = try SecureBytes(count: Self.byteCount, group: .transit, arena: arena) {
                random.fill(&$0)
            }
        } catch { throw ProtectionError(error, "the recovery key") }
    }

    /// Reads what somebody typed: small letters, spaces and missing hyphens do not matter, `O`
    /// counts as 0, `I` and `L` as 1.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` that names the group with a wrong
    ///   character, or says how many there are.
    package init(reading text: borrowing SecureBytes, count: Int) throws {
        let length = Self.groupCount * Self.groupLength
        do {
            let symbols = try SecureBytes(count: length, group: .transit, arena: text.arena)
            let (found, wrong) = try text.withBytes { (text) throws(CryptoError) in
                try symbols.withMutableBytes { (symbols) throws(CryptoError) in
                    CheckedBase32.read(text.extracting(first: count), into: &symbols)
                }
            }
            guard found == length else {
                throw ProtectionError(
                    .invalidArgument,
                    "a recovery key has \(length) characters in \(Self.groupCount) groups; "
                        + "this one has \(found)"
                )
            }
            let bytes = try SecureBytes(count: Self.byteCount, group: .transit, arena: text.arena)
            let mistake = try Self.decode(symbols, into: bytes)
            if let group = [wrong.map({ $0 / Self.groupLength }), mistake].compactMap(\.self).min()
            {
                throw ProtectionError(
                    .invalidArgument,
                    "group \(group + 1) of the recovery key has a wrong character"
                )
            }
            self.bytes = bytes
        } catch { throw ProtectionError(error, "the recovery key") }
    }

    /// The text, ``characterCount`` bytes, in memory that is wiped.
    ///
    /// - Throws: `ProtectionError` with `internal-error` when there is no memory.
    package borrowing func text() throws -> SecureBytes {
        do {
            let count = Self.characterCount
            let text = try SecureBytes(count: count, group: .transit, arena: bytes.arena)
            try bytes.withBytes { (bytes) throws(CryptoError) in
                try text.withMutableBytes { (text) throws(CryptoError) in
                    for group in 0..<Self.groupCount { Self.write(group, of: bytes, to: &text) }
                }
            }
            return text
        } catch { throw ProtectionError(error, "the recovery key") }
    }

    private static func write(_ group: Int, of bytes: RawSpan, to text: inout MutableRawSpan) {
        let start = group * (groupLength + 1)
        var sum: UInt8 = 0
        // From the last, which has the highest power.
        for index in (0..<groupLength - 1).reversed() {
            let symbol = CheckedBase32.symbol(group * (groupLength - 1) + index, of: bytes)
            sum = CheckedBase32.adding(symbol, before: sum)
            let letter = CheckedBase32.letter(symbol)
            text.storeBytes(of: letter, toByteOffset: start + index, as: UInt8.self)
        }
        let check = CheckedBase32.letter(sum ^ UInt8(group))
        text.storeBytes(of: check, toByteOffset: start + groupLength - 1, as: UInt8.self)
        guard group < groupCount - 1 else { return }
        let hyphen = UInt8(ascii: "-")
        text.storeBytes(of: hyphen, toByteOffset: start + groupLength, as: UInt8.self)
    }

    /// The first group whose check is wrong; nil when all are right.
    private static func decode(
        _ symbols: borrowing SecureBytes,
        into bytes: borrowing SecureBytes
    ) throws(CryptoError) -> Int? {
        try symbols.withBytes { (symbols) throws(CryptoError) in
            try bytes.withMutableBytes { (bytes) throws(CryptoError) in
                var wrong: Int?
                for group in 0..<groupCount {
                    var sum: UInt8 = 0
                    for index in (0..<groupLength - 1).reversed() {
                        let place = group * groupLength + index
                        let value = symbols.unsafeLoad(fromByteOffset: place, as: UInt8.self)
                        sum = CheckedBase32.adding(value, before: sum)
                        let number = group * (groupLength - 1) + index
                        CheckedBase32.put(value, at: number, in: &bytes)
                    }
                    let place = group * groupLength + groupLength - 1
                    let check = symbols.unsafeLoad(fromByteOffset: place, as: UInt8.self)
                    if check != sum ^ UInt8(group) { wrong = wrong ?? group }
                }
                return wrong
            }
        }
    }
}
