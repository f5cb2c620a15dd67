import KeyManagement
import ProtectionModel

extension ByteWriter {
    /// The longest text, in bytes of UTF-8; the rest is cut off.
    static let textByteLimit = 512

    mutating func append(_ flag: Bool) {
        append(UInt8(flag ? 1 : 0))
    }

    mutating func append(word: String) {
        let bytes = word.utf8.prefix(255)
        append(UInt8(bytes.count))
        append(bytes)
    }

    mutating func append(text: String) {
        let bytes = text.utf8.prefix(Self.textByteLimit)
        append(UInt16(bytes.count))
        append(bytes)
    }

    /// Whole milliseconds, all ones for nil.
    mutating func append(duration: Duration?) {
        append(duration.map { max(0, $0.wholeMilliseconds) } ?? -1)
    }

    /// - Precondition: at most 65,535 values.
    mutating func append(list: [some WireValue]) {
        append(UInt16(list.count))
        for value in list { value.write(to: &self) }
    }
}
