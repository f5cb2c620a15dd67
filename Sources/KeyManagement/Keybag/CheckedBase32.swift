import SodiumCrypto

/// Crockford's base32, which has no letters that look like digits, with a check in GF(32): for keys that a
/// person copies.
///
/// A check is the sum of the symbols times ascending powers of α, from the first, of which up to 30 are
/// distinct: one wrong symbol, or two exchanged, is found.
package enum CheckedBase32 {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The letter of a symbol, 0 to 31.
    package static func letter(_ symbol: UInt8) -> UInt8 { alphabet[Int(symbol)] }

    /// The symbol of a letter, small ones too; nil for any other.
    ///
    /// `O` counts as 0, `I` and `L` as 1.
    package static func symbol(_ letter: UInt8) -> UInt8? {
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        let capital = isSmall ? letter - 32 : letter
        switch capital {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: capital).map { UInt8($0) }
        }
    }

    /// What people put between letters.
    private static func isSeparator(_ character: UInt8) -> Bool {
        [UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 9]
            .contains(character)
    }

    /// Reads symbols as somebody typed them: small letters and separators do not matter.
    ///
    /// - Returns: how many letters there are, of which those that `symbols` has no room for are left out,
    ///   and the place of the first that is none.
    package static func read(
        _ text: RawSpan,
        into symbols: inout MutableRawSpan
    ) -> (count: Int, wrong: Int?) {
        var count = 0
        var wrong: Int?
        for index in 0..<text.byteCount {
            let character = text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            guard !isSeparator(character) else { continue }
            if count < symbols.byteCount {
                let symbol = symbol(character)
                if symbol == nil { wrong = wrong ?? count }
                symbols.storeBytes(of: symbol ?? 0, toByteOffset: count, as: UInt8.self)
            }
            count += 1
        }
        return (count, wrong)
    }

    /// The five bits with a number, most significant first; zeros behind the end.
    package static func symbol(_ number: Int, of bytes: RawSpan) -> UInt8 {
        (0..<5).reduce(0) { symbol, bit in
            let place = number * 5 + bit
            guard place / 8 < bytes.byteCount else { return symbol << 1 }
            let byte = bytes.unsafeLoad(fromByteOffset: place / 8, as: UInt8.self)
            return symbol << 1 | byte >> UInt8(7 - place % 8) & 1
        }
    }

    /// Sets the five bits with a number, which are zeros.
    ///
    /// - Returns: false when bits behind the end would have to be set.
    @discardableResult
    package static func put(
        _ symbol: UInt8,
        at number: Int,
        in bytes: inout MutableRawSpan
    ) -> Bool {
        for bit in 0..<5 {
            let place = number * 5 + bit
            let one = symbol >> UInt8(4 - bit) & 1
            guard place / 8 < bytes.byteCount else {
                guard one == 0 else { return false }
                continue
            }
            let byte = bytes.unsafeLoad(fromByteOffset: place / 8, as: UInt8.self)
            bytes.storeBytes(
                of: byte | one << UInt8(7 - place % 8),
                toByteOffset: place / 8,
                as: UInt8.self
            )
        }
        return true
    }

    /// Takes the symbol before those that are in the sum.
    package static func adding(_ symbol: UInt8, before sum: UInt8) -> UInt8 {
        timesAlpha(sum ^ symbol)
    }

    /// Times α in GF(32) modulo x⁵ + x² + 1.
    private static func timesAlpha(_ value: UInt8) -> UInt8 {
        value & 16 == 0 ? value << 1 : value << 1 & 31 ^ 0b00101
    }
}
