package import KeyManagement

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
