import SystemIO

/// logind, as org.freedesktop.login1(5) has it.
enum LoginService {
    static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let user = "org.freedesktop.login1.User"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// What it tells.
    enum Message: Equatable {
        case sessionLocked(path: String)
        case willSleep
        case isAwake
        /// Of a user, by path, or of the machine as a whole.
        case isIdle(user: String?)
    }

    /// The signals to ask the bus for.
    static func signals(of sources: Set<LockSource>) -> [String] {
        var signals: [String] = []
        if sources.contains(.session) { signals.append("interface='\(session)',member='Lock'") }
        if sources.contains(.sleep) {
            signals.append("interface='\(manager)',member='PrepareForSleep'")
        }
        if sources.contains(.idle) {
            for interface in [manager, user] {
                signals.append(
                    "interface='\(properties)',member='PropertiesChanged',arg0='\(interface)'"
                )
            }
        }
        return signals
    }

    /// What a signal of its says; nil for one of another form, and for what need not be known.
    static func message(in signal: BusSignal) -> Message? {
        switch (signal.interface, signal.member) {
        case (session, "Lock"): return .sessionLocked(path: signal.path)
        case (manager, "PrepareForSleep"):
            guard signal.arguments.count == 1, case .truth(let begins) = signal.arguments[0]
            else { return nil }
            return begins ? .willSleep : .isAwake
        case (properties, "PropertiesChanged"):
            guard signal.arguments.count == 3, hasBecomeIdle(signal.arguments[1])
            else { return nil }
            switch signal.arguments[0].text {
            case manager: return .isIdle(user: nil)
            case user: return .isIdle(user: signal.path)
            default: return nil
            }
        default: return nil
        }
    }

    private static func hasBecomeIdle(_ changes: BusValue) -> Bool {
        guard case .list(let entries) = changes else { return false }
        return entries.contains { entry in
            guard case .list(let pair) = entry, pair.count == 2 else { return false }
            return pair[0].text == "IdleHint" && pair[1].truth == true
        }
    }

    /// The user of a session, or of a user's object; nil when it does not say.
    static func owner(of message: Message, on calls: BusCalls) -> UInt64? {
        switch message {
        case .sessionLocked(let path): property(session, "User", of: path, on: calls)?.number
        case .isIdle(let path?): property(user, "UID", of: path, on: calls)?.number
        case .isIdle, .willSleep, .isAwake: nil
        }
    }

    /// How long it lets a delay last; nil when it does not say.
    ///
    /// Asking starts a logind that runs when it is needed only.
    static func delayLimit(on calls: BusCalls) -> Duration? {
        property(manager, "InhibitDelayMaxUSec", of: path, on: calls)?.number.map {
            .microseconds(Int64(clamping: $0))
        }
    }

    /// Whether sleep has begun and waits for those who delay it.
    static func isPreparingForSleep(on calls: BusCalls) -> Bool {
        property(manager, "PreparingForSleep", of: path, on: calls)?.truth == true
    }

    /// Makes sleep wait until what is returned is closed; nil when that is refused.
    static func delaySleep(on calls: BusCalls) -> BusDescriptor? {
        let reply = try? calls(
            BusCall(
                name,
                path,
                manager,
                "Inhibit",
                ["sleep", "protectctl", "Keys of a protected device are wiped", "delay"]
            )
        )
        guard case .descriptor(let inhibitor)? = reply?.first else { return nil }
        return inhibitor
    }

    private static func property(
        _ interface: String,
        _ property: String,
        of path: String,
        on calls: BusCalls
    ) -> BusValue? {
        try? calls(BusCall(name, path, properties, "Get", [interface, property])).first
    }
}
