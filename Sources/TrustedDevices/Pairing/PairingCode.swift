import KeyManagement
import ProtectedStore
public import ProtectionModel
package import SodiumCrypto
import SystemIO

/// What is carried by hand from one device to another, so that they know each other: 128 random bits.
///
/// As text it has 27 characters in nine groups, such as `8QK-3F0-…`: 26 in Crockford's base32, whose last two bits
/// are zeros, and a check by which one wrong character, or two exchanged, is found before anything is sent.
public struct PairingCode: ~Copyable, Sendable {
    static let byteCount = 16
    private static let symbolCount = 26
    private static let groupLength = 3
    /// The length of the text in characters.
    package static let characterCount = 35
    /// Longer is no code, however it was typed.
    private static let textByteLimit = 256

    private let bytes: SecureBytes

    init(random: any RandomSource, group: SecretGroup, arena: SecureArena) throws {
        bytes = try SecureBytes(count: Self.byteCount, group: group, arena: arena) {
            random.fill(&$0)
        }
    }

    /// Reads what was typed or scanned: small letters, spaces and missing hyphens do not matter, `O` counts as
    /// 0, `I` and `L` as 1.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` when a character is missing, too much or wrong.
    package init(reading text: borrowing SecureBytes, count: Int) throws {
        let length = Self.symbolCount + 1
        let symbols = try SecureBytes(count: length, group: text.group, arena: text.arena)
        let (found, wrong) = try text.withBytes { (text) throws(CryptoError) in
            try symbols.withMutableBytes { (symbols) throws(CryptoError) in
                CheckedBase32.read(text.extracting(first: count), into: &symbols)
            }
        }
        guard found == length else {
            throw ProtectionError(
                .invalidArgument,
                "a pairing code has \(length) characters; this one has \(found)"
            )
        }
        let bytes = try SecureBytes(count: Self.byteCount, group: text.group, arena: text.arena)
        guard try Self.decode(symbols, into: bytes), wrong == nil else {
            throw ProtectionError(.invalidArgument, "the pairing code has a wrong character")
        }
        self.bytes = bytes
    }

    /// Reads what was typed or scanned, from wherever it stands: small letters, spaces, line ends and missing
    /// hyphens do not matter, `O` counts as 0, `I` and `L` as 1.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` when a character is missing, too much or wrong.
    public init(reading text: RawSpan) throws(ProtectionError) {
        self = try ProtectionError.wrapping {
            let count = min(text.byteCount, Self.textByteLimit)
            let incoming = try SecureBytes(
                count: Self.textByteLimit,
                group: .transit,
                arena: SecureArena()
            ) { $0.storeBytes(text.extracting(first: count)) }
            return try PairingCode(reading: incoming, count: count)
        }
    }

    /// Reads a code from a file, or from a terminal by its path.
    ///
    /// - Throws: ``ProtectionError`` as ``init(reading:)``; `not-found`, `io-error`.
    public init(contentsOfFile path: String) throws(ProtectionError) {
        self = try ProtectionError.wrapping {
            let stream = try HostStream.source(path)
            let incoming = try SecureBytes(
                count: Self.textByteLimit,
                group: .transit,
                arena: SecureArena()
            )
            let count = try incoming.transfer { try stream.read(into: &$0) }
            return try PairingCode(reading: incoming, count: count)
        }
    }

    /// Lends the text, 35 bytes of ASCII, to whatever shows it; afterwards it is wiped.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` once the device was locked; what `body` throws.
    public borrowing func withText<Result>(
        _ body: (RawSpan) throws -> Result
    ) throws -> Result {
        var shown = WipedBuffer(count: Self.characterCount)
        do {
            let text = try text()
            try text.withBytes { shown.copy($0, to: 0) }
        } catch { throw Pairing.failure(error) }
        return try shown.withBytes(0..<Self.characterCount) { try body($0) }
    }

    /// The text, ``characterCount`` bytes, in memory that is wiped.
    ///
    /// - Throws: `CryptoError.secretWiped`, `outOfMemory`.
    package borrowing func text() throws -> SecureBytes {
        let text = try SecureBytes(
            count: Self.characterCount,
            group: bytes.group,
            arena: bytes.arena
        )
        try bytes.withBytes { (bytes) throws(CryptoError) in
            try text.withMutableBytes { (text) throws(CryptoError) in
                var check: UInt8 = 0
                // From the last, which has the highest power.
                for index in (0..<Self.symbolCount).reversed() {
                    let symbol = CheckedBase32.symbol(index, of: bytes)
                    check = CheckedBase32.adding(symbol, before: check)
                    Self.write(symbol, at: index, to: &text)
                }
                Self.write(check, at: Self.symbolCount, to: &text)
            }
        }
        return text
    }

    private static func write(_ symbol: UInt8, at index: Int, to text: inout MutableRawSpan) {
        let place = index + index / groupLength
        let letter = CheckedBase32.letter(symbol)
        text.storeBytes(of: letter, toByteOffset: place, as: UInt8.self)
        guard index % groupLength == groupLength - 1, index < symbolCount else { return }
        text.storeBytes(of: UInt8(ascii: "-"), toByteOffset: place + 1, as: UInt8.self)
    }

    /// False when the check is wrong, or the last bits are not zeros.
    private static func decode(
        _ symbols: borrowing SecureBytes,
        into bytes: borrowing SecureBytes
    ) throws -> Bool {
        try symbols.withBytes { (symbols) throws(CryptoError) in
            try bytes.withMutableBytes { (bytes) throws(CryptoError) in
                var check = symbols.unsafeLoad(fromByteOffset: symbolCount, as: UInt8.self)
                var sum: UInt8 = 0
                var isWhole = true
                for index in (0..<symbolCount).reversed() {
                    let symbol = symbols.unsafeLoad(fromByteOffset: index, as: UInt8.self)
                    sum = CheckedBase32.adding(symbol, before: sum)
                    isWhole = CheckedBase32.put(symbol, at: index, in: &bytes) && isWhole
                }
                check ^= sum
                return check == 0 && isWhole
            }
        }
    }

    /// The pre-shared key of the handshake, 32 bytes.
    package borrowing func presharedKey() throws -> SecureBytes {
        let key = try SecureBytes(count: 32, group: bytes.group, arena: bytes.arena)
        try HKDFSHA512.expand(bytes, info: Array("protection-toolkit pairing 1".utf8), into: key)
        return key
    }
}
