/// The bytes that hexadecimal digits of a vector stand for.
func bytes(_ hexadecimal: String) -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt8?
    for digit in hexadecimal.compactMap({ $0.hexDigitValue }) {
        if let first = high {
            result.append(first << 4 | UInt8(digit))
            high = nil
        } else {
            high = UInt8(digit)
        }
    }
    precondition(
        high == nil && result.count * 2 == hexadecimal.count,
        "a vector has a bad digit"
    )
    return result
}

/// 0, 1, 2 … as the known answers of BLAKE2 count.
func counting(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0) }
}
