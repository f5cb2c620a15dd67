/// Bytes as hexadecimal digits and back.
enum Hexadecimal {
    static func encode(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    static func decode(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        precondition(digits.count == text.count && digits.count % 2 == 0, "a bad digit")
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
