package import KeyManagement
import SodiumCrypto

extension DeviceSettings: WireValue {
    package func write(to writer: inout ByteWriter) {
        for time in [grace, autoLock, inactivityReboot, userInactiveAfter] {
            writer.append(duration: time)
        }
        // As in the keybag, 0 means no limit.
        writer.append(maximumFailedAttempts ?? 0)
        writer.append(delays.rawValue)
        writer.append(derivationCost.passes)
        writer.append(derivationCost.memoryKiB)
        writer.append(suite.rawValue)
    }

    package init?(from reader: inout ByteReader) {
        guard let grace = reader.duration(), let grace, let autoLock = reader.duration(),
            let inactivityReboot = reader.duration(), let userInactiveAfter = reader.duration(),
            let failures = reader.integer(UInt32.self),
            let delays = reader.integer(UInt8.self).flatMap(DelayTable.init(rawValue:)),
            let passes = reader.integer(UInt32.self), let memory = reader.integer(UInt32.self),
            let cost = try? Argon2id.Cost(passes: passes, memoryKiB: memory),
            let suite = reader.integer(UInt8.self).flatMap(ChunkCipherSuite.init(rawValue:))
        else { return nil }
        self.init()
        self.grace = grace
        self.autoLock = autoLock
        self.inactivityReboot = inactivityReboot
        self.userInactiveAfter = userInactiveAfter
        maximumFailedAttempts = failures == 0 ? nil : failures
        self.delays = delays
        derivationCost = cost
        self.suite = suite
    }
}
