package import KeyManagement
package import ProtectionModel

/// A client with open handles on files of a class.
package struct BusyClient: Sendable, Hashable, WireValue {
    package let process: ClientProcess
    package let protection: ProtectionClass

    /// Pairs client and class.
    package init(process: ClientProcess, protection: ProtectionClass) {
        self.process = process
        self.protection = protection
    }

    package func write(to writer: inout ByteWriter) {
        process.write(to: &writer)
        protection.write(to: &writer)
    }

    package init?(from reader: inout ByteReader) {
        guard let process = ClientProcess(from: &reader),
            let protection = ProtectionClass(from: &reader)
        else { return nil }
        self.init(process: process, protection: protection)
    }
}
