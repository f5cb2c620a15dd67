import ProtectionModel
import SodiumCrypto

extension Passcode {
    /// What rules ask about this passcode, counted in the locked memory it lies in.
    ///
    /// Characters are Unicode scalars; bytes that are not UTF-8 count as complex characters, one
    /// each.
    ///
    /// - Throws: `ProtectionError` when it was wiped.
    func traits() throws -> PasscodeTraits {
        do {
            return try bytes.withBytes { span in
                var traits = PasscodeTraits(
                    length: 0,
                    letterCount: 0,
                    complexCount: 0,
                    longestRun: 0
                )
                var run = Run()
                var index = 0
                while index < span.byteCount {
                    let (scalar, width) = Self.scalar(in: span, at: index)
                    index += width
                    traits.length += 1
                    let properties = scalar?.properties
                    if properties?.isAlphabetic == true {
                        traits.letterCount += 1
                    } else if properties?.numericType == nil {
                        traits.complexCount += 1
                    }
                    traits.longestRun = max(traits.longestRun, run.add(scalar?.value))
                }
                return traits
            }
        } catch { throw ProtectionError(error, "the passcode") }
    }

    /// Equal characters, or characters that go up or down by one.
    private struct Run {
        private var last: Int?
        private var step: Int?
        private var length = 0

        /// How long the run is that the character ends.
        mutating func add(_ value: UInt32?) -> Int {
            guard let value = value.map({ Int($0) }) else {
                self = Run()
                return 1
            }
            let step = last.map { value - $0 }
            if let step, (-1...1).contains(step) {
                length = step == self.step ? length + 1 : 2
                self.step = step
            } else {
                length = 1
                self.step = nil
            }
            last = value
            return length
        }
    }

    /// The scalar that begins at an index, and its bytes; nil for a byte that begins none.
    private static func scalar(in bytes: RawSpan, at index: Int) -> (Unicode.Scalar?, Int) {
        func byte(_ offset: Int) -> UInt32? {
            guard index + offset < bytes.byteCount else { return nil }
            return UInt32(bytes.unsafeLoad(fromByteOffset: index + offset, as: UInt8.self))
        }
        guard let first = byte(0), first >= 0x80 else {
            return (byte(0).flatMap(Unicode.Scalar.init), 1)
        }
        let width = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(first) else { return (nil, 1) }
        var value = first & (0xFF >> UInt32(width + 1))
        for offset in 1..<width {
            guard let next = byte(offset), next & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | next & 0x3F
        }
        // Shorter forms exist of what is too small for its width.
        guard value >= [0, 0, 0x80, 0x800, 0x10000][width], let scalar = Unicode.Scalar(value)
        else {
            return (nil, 1)
        }
        return (scalar, width)
    }
}
