import KeyManagement

extension ByteReader {
    mutating func flag() -> Bool? {
        guard let byte = integer(UInt8.self), byte <= 1 else { return nil }
        return byte == 1
    }

    mutating func word() -> String? {
        guard let count = integer(UInt8.self), let bytes = bytes(Int(count)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func text() -> String? {
        guard let count = integer(UInt16.self), count <= ByteWriter.textByteLimit,
            let bytes = bytes(Int(count))
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text that must not be repaired, because it is kept.
    mutating func name() -> String? {
        guard let count = integer(UInt16.self), count <= KeySlot.nameByteLimit,
            let bytes = bytes(Int(count))
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Nil when the bytes run out or make no duration; an inner nil for none.
    mutating func duration() -> Duration?? {
        guard let milliseconds = integer(Int64.self), milliseconds >= -1 else { return nil }
        return .some(milliseconds < 0 ? nil : .milliseconds(milliseconds))
    }

    mutating func list<Value: WireValue>(of type: Value.Type, atMost limit: Int) -> [Value]? {
        guard let count = integer(UInt16.self), count <= limit else { return nil }
        var values: [Value] = []
        for _ in 0..<count {
            guard let value = Value(from: &self) else { return nil }
            values.append(value)
        }
        return values
    }
}
