package import KeyManagement
import ProtectionModel

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
        self.init(ErrorCode(kind), message, cause: retryAfter.map { PasscodeDelay($0) })
    }
}
