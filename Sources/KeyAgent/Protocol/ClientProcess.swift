package import KeyManagement

/// A client, as `status` and the report of a lock name it.
package struct ClientProcess: Sendable, Hashable, WireValue {
    /// Process id, as the kernel gave it at the connect.
    package let identifier: Int32
    /// What the client calls itself: for people to read, and proof of nothing.
    package let name: String

    /// Pairs id and name; the name loses its control characters and is cut to 64.
    package init(identifier: Int32, name: String) {
        self.identifier = identifier
        let printable = name.unicodeScalars.filter { scalar in
            scalar.properties.generalCategory != .control
        }
        self.name = String(String(String.UnicodeScalarView(printable)).prefix(64))
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(identifier)
        writer.append(text: name)
    }

    package init?(from reader: inout ByteReader) {
        guard let identifier = reader.integer(Int32.self), let name = reader.text()
        else { return nil }
        self.init(identifier: identifier, name: name)
    }
}
