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

    /// What runs at a lock, and at an unlock; nil where nothing does.
    package let onLock: String?
    package let onUnlock: String?

    /// Gathers the facts; a path or a command that is too long for a text is left out.
    package init(
        device: DeviceStatus,
        settings: DeviceSettings,
        openHandles: UInt64,
        busy: [BusyClient],
        deviceKey: String? = nil,
        session: SessionReport? = nil,
        onLock: String? = nil,
        onUnlock: String? = nil
    ) {
        func short(_ text: String?) -> String? {
            text.flatMap { $0.utf8.count <= ByteWriter.textByteLimit ? $0 : nil }
        }
        self.device = device
        self.settings = settings
        self.openHandles = openHandles
        self.busy = busy
        self.deviceKey = short(deviceKey)
        self.session = session
        self.onLock = short(onLock)
        self.onUnlock = short(onUnlock)
    }

    package func write(to writer: inout ByteWriter) {
        device.write(to: &writer)
        settings.write(to: &writer)
        writer.append(openHandles)
        writer.append(list: Array(busy.prefix(Self.busyLimit)))
        writer.append(text: deviceKey ?? "")
        writer.append(list: session.map { [$0] } ?? [])
        writer.append(text: onLock ?? "")
        writer.append(text: onUnlock ?? "")
    }

    package init?(from reader: inout ByteReader) {
        guard let device = DeviceStatus(from: &reader),
            let settings = DeviceSettings(from: &reader),
            let openHandles = reader.integer(UInt64.self),
            let busy = reader.list(of: BusyClient.self, atMost: Self.busyLimit),
            let deviceKey = reader.text(),
            let session = reader.list(of: SessionReport.self, atMost: 1),
            let onLock = reader.text(), let onUnlock = reader.text()
        else { return nil }
        self.init(
            device: device,
            settings: settings,
            openHandles: openHandles,
            busy: busy,
            deviceKey: deviceKey.isEmpty ? nil : deviceKey,
            session: session.first,
            onLock: onLock.isEmpty ? nil : onLock,
            onUnlock: onUnlock.isEmpty ? nil : onUnlock
        )
    }
}
