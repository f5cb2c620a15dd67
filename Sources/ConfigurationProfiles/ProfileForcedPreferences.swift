package import Preferences
package import ProtectionModel

/// What the profiles of a device force upon applications: the managed domain of a `DefaultsStore`.
///
/// A profile whose removal date has passed forces nothing any more.
package struct ProfileForcedPreferences: ForcedPreferences {
    private let profiles: InstalledProfiles
    private let now: @Sendable () -> Timestamp

    /// Looks at the installed profiles anew each time; `now` tells the time.
    package init(_ profiles: InstalledProfiles, now: @escaping @Sendable () -> Timestamp) {
        self.profiles = profiles
        self.now = now
    }

    /// What is forced for applications that read a domain.
    ///
    /// - Throws: `ProtectionError` with `defaults-unreadable` while the profiles cannot be opened,
    ///   `authentication-failure` for a damaged one, `device-off`.
    package func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] {
        let name = domain == .global ? ManagedPreferences.globalDomain : domain.name
        do {
            return ManagedPreferences(try profiles.effective(at: now()), only: name)
                .values(for: name)
        } catch {
            throw ProtectionError(
                error.code == .protectedDataUnavailable ? .defaultsUnreadable : error.code,
                error.description
            )
        }
    }
}

extension InstalledProfiles {
    /// The profiles that count at a moment: those whose removal date has not come, the earliest
    /// installed first.
    ///
    /// - Throws: as ``list()``.
    package func effective(at time: Timestamp) throws(ProtectionError) -> [ConfigurationProfile] {
        try list().filter { installed in
            installed.removalDate.map { time < $0 } ?? true
        }.map(\.profile)
    }
}
