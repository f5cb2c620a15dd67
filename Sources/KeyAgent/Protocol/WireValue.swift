package import KeyManagement
package import ProtectionModel

/// A value that stands in the public body of a frame.
///
/// Integers are little-endian; a word has its length (1 byte) before it, a text its length (2), a
/// list its count (2). Reading gives nil for whatever was not written like that.
package protocol WireValue {
    /// Appends the value.
    func write(to writer: inout ByteWriter)
    /// Takes the value from the front.
    init?(from reader: inout ByteReader)
}

extension WireValue {
    /// The value alone.
    package var wireBytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The value from bytes that hold nothing else.
    package init?(wireBytes: [UInt8]) {
        var reader = ByteReader(wireBytes)
        self.init(from: &reader)
        guard reader.remaining == 0 else { return nil }
    }
}

/// Code, message and waiting time travel; causes stay where they are.
extension ProtectionError: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(word: code.kind.rawValue)
        writer.append(text: message)
        writer.append(duration: retryAfter)
    }

    package init?(from reader: inout ByteReader) {
        guard let word = reader.word(), let message = reader.text(),
            let retryAfter = reader.duration()
        else { return nil }
        let kind = ErrorCode.Kind(rawValue: word) ?? .internalError
        self.init(ErrorCode(kind), message, cause: retryAfter.map { RetryDelay($0) })
    }
}
