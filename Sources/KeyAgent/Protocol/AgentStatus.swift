package import KeyManagement

/// How the device stands, and who uses it.
package struct AgentStatus: Sendable, Equatable, WireValue {
    /// How many busy clients are named at most.
    package static let busyLimit = 256

    package let device: DeviceStatus
    /// Handles that all clients together have open.
    package let openHandles: UInt64
    /// Who has them, by class; sorted by process and class.
    package let busy: [BusyClient]

    /// Gathers the facts.
    package init(device: DeviceStatus, openHandles: UInt64, busy: [BusyClient]) {
        self.device = device
        self.openHandles = openHandles
        self.busy = busy
    }

    package func write(to writer: inout ByteWriter) {
        device.write(to: &writer)
        writer.append(openHandles)
        writer.append(list: Array(busy.prefix(Self.busyLimit)))
    }

    package init?(from reader: inout ByteReader) {
        guard let device = DeviceStatus(from: &reader),
            let openHandles = reader.integer(UInt64.self),
            let busy = reader.list(of: BusyClient.self, atMost: Self.busyLimit)
        else { return nil }
        self.init(device: device, openHandles: openHandles, busy: busy)
    }
}
