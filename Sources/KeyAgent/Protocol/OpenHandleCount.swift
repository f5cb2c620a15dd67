package import KeyManagement
package import ProtectionModel

/// How many handles on files of a class a client has open.
package struct OpenHandleCount: Sendable, Equatable, WireValue {
    package let protection: ProtectionClass
    package let count: UInt32

    /// Pairs class and number.
    package init(protection: ProtectionClass, count: UInt32) {
        self.protection = protection
        self.count = count
    }

    package func write(to writer: inout ByteWriter) {
        protection.write(to: &writer)
        writer.append(count)
    }

    package init?(from reader: inout ByteReader) {
        guard let protection = ProtectionClass(from: &reader),
            let count = reader.integer(UInt32.self)
        else { return nil }
        self.init(protection: protection, count: count)
    }
}
