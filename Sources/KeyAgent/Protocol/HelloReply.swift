package import KeyManagement
package import ProtectionModel
package import SodiumCrypto

/// The agent's answer to hello; its secret part is the volume keys, unless none were wanted.
package struct HelloReply: Sendable, WireValue {
    /// The feature of a conversation without keys.
    package static let withoutKeys: UInt32 = 1

    /// The features that both sides want.
    package let features: UInt32
    package let deviceID: DeviceID
    package let suite: ChunkCipherSuite
    package let status: DeviceStatus
    /// Idle time after which the device locks, so that activity is reported in time; nil for never.
    package let autoLock: Duration?

    /// Gathers the facts.
    package init(
        features: UInt32 = 0,
        deviceID: DeviceID,
        suite: ChunkCipherSuite,
        status: DeviceStatus,
        autoLock: Duration? = nil
    ) {
        self.features = features
        self.deviceID = deviceID
        self.suite = suite
        self.status = status
        self.autoLock = autoLock
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(features)
        writer.append(deviceID.bytes)
        writer.append(suite.rawValue)
        status.write(to: &writer)
        writer.append(duration: autoLock)
    }

    package init?(from reader: inout ByteReader) {
        guard let features = reader.integer(UInt32.self),
            let deviceID = reader.bytes(16).flatMap(DeviceID.init(bytes:)),
            let suite = reader.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:)),
            let status = DeviceStatus(from: &reader),
            let autoLock = reader.duration()
        else { return nil }
        self.init(
            features: features,
            deviceID: deviceID,
            suite: suite,
            status: status,
            autoLock: autoLock
        )
    }

    /// Reads an agent's answer.
    static func read(_ frame: Frame) throws -> HelloReply {
        guard let reply = HelloReply(wireBytes: frame.body) else { throw AgentConnection.malformed }
        return reply
    }
}
