package import KeyManagement
package import SessionWatching

/// How the device stands, and who uses it.
package struct AgentStatus: Sendable, Equatable, WireValue {
    /// How many busy clients are named at most.
    package static let busyLimit = 256

    package let device: DeviceStatus
    /// What was decided when the device was made, as rules from profiles tighten it.
    package let settings: DeviceSettings
    /// Handles that all clients together have open.
    package let openHandles: UInt64
    /// Who has them, by class; sorted by process and class.
    package let busy: [BusyClient]

    /// The path of the device key that the agent uses; nil where it has none to name.
    package let deviceKey: String?
    /// What the device locks with; nil when it follows nothing.
    package let session: SessionReport?

    /// Gathers the facts; a path that is too long for a text is left out.
    package init(
        device: DeviceStatus,
        settings: DeviceSettings,
        openHandles: UInt64,
        busy: [BusyClient],
        deviceKey: String? = nil,
        session: SessionReport? = nil
    ) {
        self.device = device
        self.settings = settings
        self.openHandles = openHandles
        self.busy = busy
        self.deviceKey = deviceKey.flatMap { path in
            path.utf8.count <= ByteWriter.textByteLimit ? path : nil
        }
        self.session = session
    }

    package func write(to writer: inout ByteWriter) {
        device.write(to: &writer)
        settings.write(to: &writer)
        writer.append(openHandles)
        writer.append(list: Array(busy.prefix(Self.busyLimit)))
        writer.append(text: deviceKey ?? "")
        writer.append(list: session.map { [$0] } ?? [])
    }

    package init?(from reader: inout ByteReader) {
        guard let device = DeviceStatus(from: &reader),
            let settings = DeviceSettings(from: &reader),
            let openHandles = reader.integer(UInt64.self),
            let busy = reader.list(of: BusyClient.self, atMost: Self.busyLimit),
            let deviceKey = reader.text(),
            let session = reader.list(of: SessionReport.self, atMost: 1)
        else { return nil }
        self.init(
            device: device,
            settings: settings,
            openHandles: openHandles,
            busy: busy,
            deviceKey: deviceKey.isEmpty ? nil : deviceKey,
            session: session.first
        )
    }
}
