package import KeyManagement
package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// The agent's answer to hello; its secret part is the volume keys.
package struct HelloReply: Sendable, WireValue {
    /// What both sides can; nothing is optional yet.
    package let features: UInt32
    package let deviceID: DeviceID
    /// Whose keys the agent holds: a copy of the directory has the same device id.
    package let directory: FileIdentity
    package let suite: ChunkCipherSuite
    package let status: DeviceStatus

    /// Gathers the facts.
    package init(
        features: UInt32 = 0,
        deviceID: DeviceID,
        directory: FileIdentity,
        suite: ChunkCipherSuite,
        status: DeviceStatus
    ) {
        self.features = features
        self.deviceID = deviceID
        self.directory = directory
        self.suite = suite
        self.status = status
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(features)
        writer.append(deviceID.bytes)
        writer.append(directory.device)
        writer.append(directory.inode)
        writer.append(suite.rawValue)
        status.write(to: &writer)
    }

    package init?(from reader: inout ByteReader) {
        guard let features = reader.integer(UInt32.self),
            let deviceID = reader.bytes(16).flatMap(DeviceID.init(bytes:)),
            let fileSystem = reader.integer(UInt64.self),
            let inode = reader.integer(UInt64.self),
            let suite = reader.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:)),
            let status = DeviceStatus(from: &reader)
        else { return nil }
        self.init(
            features: features,
            deviceID: deviceID,
            directory: FileIdentity(device: fileSystem, inode: inode),
            suite: suite,
            status: status
        )
    }
}
