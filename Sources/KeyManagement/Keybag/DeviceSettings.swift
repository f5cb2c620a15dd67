package import ProtectionModel
package import SodiumCrypto

/// How a device behaves; stored in the keybag under a code of the keybag key's, so that nobody who
/// cannot unlock a device makes it more lenient.
package struct DeviceSettings: Sendable, Equatable {
    /// How long after a lock class A can still be read; 0 or more.
    package var grace: Duration = .seconds(10)
    /// Idle time after which an unlocked device locks; nil never.
    package var autoLock: Duration?
    /// Time since the lock after which the device restarts; nil never.
    package var inactivityReboot: Duration?
    /// Time since the lock after which when-user-inactive files close; nil never.
    package var userInactiveAfter: Duration?
    /// Distinct wrong passcodes after which the device erases itself; nil never.
    package var maximumFailedAttempts: UInt32?
    /// How long to wait after wrong passcodes.
    package var delays: DelayTable = .classic
    /// What one passcode derivation costs.
    package var derivationCost: Argon2id.Cost = .moderate
    /// The cipher of file contents.
    package var suite: ChunkCipherSuite = .chacha20Poly1305

    /// The defaults of `protectctl init`.
    package init() {}

    /// - Throws: `ProtectionError` with `invalid-argument` for a time that cannot be kept.
    func checkAreKept() throws {
        guard areKept else {
            throw ProtectionError(
                .invalidArgument,
                "a time in the device's settings is negative or over a hundred years, or the device "
                    + "would never stay unlocked"
            )
        }
    }

    /// Whether every duration can be kept and counted with.
    package var areKept: Bool {
        [grace, autoLock, inactivityReboot, userInactiveAfter].compactMap(\.self).allSatisfy {
            (.zero...Duration.longestKept).contains($0)
        } && autoLock != .zero && inactivityReboot != .zero
    }
}

extension DeviceSettings {
    /// The settings with what rules for the passcode demand: of two limits the stricter one.
    package func tightened(by rules: PasscodeRules) -> DeviceSettings {
        var settings = self
        if let limit = rules.maximumGracePeriod { settings.grace = min(settings.grace, limit) }
        if let limit = rules.maximumInactivity {
            settings.autoLock = min(settings.autoLock ?? limit, limit)
        }
        if let limit = rules.maximumFailedAttempts.flatMap({ UInt32(exactly: $0) }), limit > 0 {
            settings.maximumFailedAttempts = min(settings.maximumFailedAttempts ?? limit, limit)
        }
        return settings
    }

    /// Whether the wrong passcodes are so many that they earn an erase.
    func isLimitSpent(by attempts: AttemptRecord, hasPasscode: Bool) -> Bool {
        guard hasPasscode, let maximumFailedAttempts else { return false }
        return attempts.failures >= maximumFailedAttempts
    }
}
