package import KeyManagement
package import ProtectionModel

/// The answer to `makeKeys`: the wraps; the keys are the secret part, in the same order.
package struct MakeKeysReply: Sendable, WireValue {
    package let wrapped: [WrappedKey]

    /// Wraps, one a request.
    package init(wrapped: [WrappedKey]) {
        self.wrapped = wrapped
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(list: wrapped)
    }

    package init?(from reader: inout ByteReader) {
        guard let wrapped = reader.list(of: WrappedKey.self, atMost: AgentRequest.keyLimit)
        else { return nil }
        self.wrapped = wrapped
    }
}

/// The answer to `unwrap`: nil for each key that opened, whose bytes are in the secret part in the
/// same order, and otherwise why it did not.
package struct UnwrapReply: Sendable, WireValue {
    package let failures: [ProtectionError?]

    /// One outcome a request.
    package init(failures: [ProtectionError?]) {
        self.failures = failures
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(UInt16(failures.count))
        for failure in failures {
            writer.append(failure != nil)
            failure?.write(to: &writer)
        }
    }

    package init?(from reader: inout ByteReader) {
        guard let count = reader.integer(UInt16.self), count <= AgentRequest.keyLimit
        else { return nil }
        var failures: [ProtectionError?] = []
        for _ in 0..<count {
            guard let hasFailed = reader.flag() else { return nil }
            guard hasFailed else {
                failures.append(nil)
                continue
            }
            guard let failure = ProtectionError(from: &reader) else { return nil }
            failures.append(failure)
        }
        self.failures = failures
    }
}
