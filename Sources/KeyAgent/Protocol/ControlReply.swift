package import KeyManagement

/// The answer to a request that changes the lock state: the clients that did not acknowledge in
/// time.
package struct ControlReply: Sendable, WireValue {
    /// The most clients named.
    package static let laggardLimit = 256

    package let laggards: [ClientProcess]

    /// A reply with these laggards.
    package init(laggards: [ClientProcess]) {
        self.laggards = laggards
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(list: Array(laggards.prefix(Self.laggardLimit)))
    }

    package init?(from reader: inout ByteReader) {
        guard let laggards = reader.list(of: ClientProcess.self, atMost: Self.laggardLimit)
        else { return nil }
        self.laggards = laggards
    }
}
