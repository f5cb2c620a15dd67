/// What a device can follow, so that it locks when the machine does.
package enum LockSource: String, Sendable, Hashable, CaseIterable {
    /// A session of the device's owner is locked: logind's signal `Lock`.
    case session
    /// The machine is about to be suspended or hibernated: logind's `PrepareForSleep`.
    case sleep
    /// A screen saver has come up: `ActiveChanged` on the session bus.
    case screensaver
    /// logind holds all sessions of the owner, or of the machine, for idle: `IdleHint`.
    case idle

    /// The bus that tells of it.
    package var bus: WatchedBus { self == .screensaver ? .session : .system }
}

/// A bus of D-Bus that is listened to.
package enum WatchedBus: String, Sendable, Hashable, CaseIterable {
    case system
    case session

    /// The names of those who are believed there.
    var services: [String] {
        switch self {
        case .system: [LoginService.name]
        case .session:
            ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.xfce.ScreenSaver"]
        }
    }
}

/// Something that a watch has to tell.
package enum SessionEvent: Sendable, Hashable {
    /// A source says that the device has to lock.
    case lock(LockSource)
    /// What is followed on a bus cannot be heard any more, so that the device has to lock, too.
    case lost(WatchedBus)
    /// It can be heard again.
    case found(WatchedBus)

    /// Whether the device has to lock.
    package var isLock: Bool { if case .found = self { false } else { true } }
}

extension SessionEvent: CustomStringConvertible {
    /// For a log.
    package var description: String {
        switch self {
        case .lock(let source): source.rawValue
        case .lost(let bus): "the \(bus.rawValue) bus was lost"
        case .found(let bus): "the \(bus.rawValue) bus was found"
        }
    }
}
