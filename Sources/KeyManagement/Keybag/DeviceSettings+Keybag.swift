import ProtectionModel
import SodiumCrypto

extension DeviceSettings {
    /// Writes the settings as they stand in the keybag, 48 bytes.
    package func append(to writer: inout ByteWriter) {
        writer.append(derivationCost.passes)
        writer.append(derivationCost.memoryKiB)
        writer.append(suite.rawValue)
        writer.append(delays.rawValue)
        writer.append(UInt16(0))
        writer.append(maximumFailedAttempts ?? 0)
        for duration in [grace, autoLock, inactivityReboot, userInactiveAfter] {
            writer.append(duration.map { UInt64(max(0, $0.wholeMilliseconds)) } ?? .max)
        }
    }

    /// Reads settings from a keybag; nil when they make no sense.
    package init?(from reader: inout ByteReader) {
        guard let passes = reader.integer(UInt32.self), let memory = reader.integer(UInt32.self),
            let cost = try? Argon2id.Cost(passes: passes, memoryKiB: memory),
            let suite = reader.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:)),
            let delays = reader.integer(UInt8.self).flatMap(DelayTable.init(rawValue:)),
            reader.integer(UInt16.self) == 0, let failures = reader.integer(UInt32.self),
            let grace = Self.duration(&reader), let grace, let autoLock = Self.duration(&reader),
            let reboot = Self.duration(&reader), let inactive = Self.duration(&reader)
        else { return nil }
        self.init()
        derivationCost = cost
        self.suite = suite
        self.delays = delays
        maximumFailedAttempts = failures == 0 ? nil : failures
        self.grace = grace
        self.autoLock = autoLock
        inactivityReboot = reboot
        userInactiveAfter = inactive
        guard areKept else { return nil }
    }

    /// Nil when the bytes run out or are not a duration; an inner nil for never.
    private static func duration(_ reader: inout ByteReader) -> Duration?? {
        guard let value = reader.integer(UInt64.self) else { return nil }
        if value == .max { return .some(nil) }
        return value < UInt64(Int64.max) ? .milliseconds(Int64(value)) : nil
    }
}
