import Dispatch
import SessionWatching
import Synchronization
import SystemIO

/// What a watch told, in order, with what it waits for.
final class WatchedEvents: Sendable {
    struct Told: Sendable {
        let event: SessionEvent
        let whenDone: @Sendable () -> Void
    }

    private let told = Mutex<[Told]>([])
    private let arrival = DispatchSemaphore(value: 0)

    /// What a watch calls.
    var handler: SessionWatch.Handler {
        { [self] event, whenDone in
            told.withLock { $0.append(Told(event: event, whenDone: whenDone)) }
            arrival.signal()
        }
    }

    /// The next event; nothing but a test's limit ends a wait in vain.
    func next() -> Told {
        arrival.wait()
        return told.withLock { $0.removeFirst() }
    }
}

/// Time that goes on when the test says so.
final class Elapsed: Sendable {
    private let time = Mutex(Duration.seconds(1_000))

    var now: Duration { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// A watch of a scripted machine, which ends with the object.
final class Watched: Sendable {
    let system: ScriptedBus
    let session: ScriptedBus
    let events = WatchedEvents()
    let elapsed = Elapsed()
    let watch: SessionWatch

    static let user: UInt32 = 1_000

    init(
        _ sources: Set<LockSource> = Set(LockSource.allCases),
        prepare: (Watched) -> Void = { _ in }
    ) throws {
        let system = try ScriptedBus()
        let session = try ScriptedBus()
        (self.system, self.session) = (system, session)
        let elapsed = elapsed
        watch = try SessionWatch(sources, of: Self.user, elapsed: { elapsed.now }) { bus, _ in
            try (bus == .system ? system : session).connect { elapsed.advance(by: $0) }
        }
        prepare(self)
        try watch.start(events.handler)
    }

    deinit { watch.stop() }

    /// Lets time pass.
    func pass(_ duration: Duration) {
        elapsed.advance(by: duration)
        watch.wake()
    }
}

extension BusSignal {
    private static let login = "org.freedesktop.login1"

    static func sleep(_ begins: Bool, from sender: String = ScriptedBus.login) -> BusSignal {
        manager("PrepareForSleep", [.truth(begins)], from: sender)
    }

    static func manager(
        _ member: String,
        _ arguments: [BusValue],
        from sender: String = ScriptedBus.login
    ) -> BusSignal {
        BusSignal(
            sender: sender,
            path: "/org/freedesktop/login1",
            interface: "\(login).Manager",
            member: member,
            arguments: arguments
        )
    }

    static func session(_ member: String, from sender: String = ScriptedBus.login) -> BusSignal {
        BusSignal(
            sender: sender,
            path: "/org/freedesktop/login1/session/_32",
            interface: "\(login).Session",
            member: member,
            arguments: []
        )
    }

    static func changed(
        _ kind: String,
        _ property: String = "IdleHint",
        to value: BusValue,
        from sender: String = ScriptedBus.login
    ) -> BusSignal {
        BusSignal(
            sender: sender,
            path: "/org/freedesktop/login1/user/_1000",
            interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged",
            arguments: [
                .text("\(login).\(kind)"),
                .list([.list([.text(property), .list([value])])]),
                .list([]),
            ]
        )
    }

    static func screenSaver(
        _ arguments: [BusValue],
        interface: String = "org.gnome.ScreenSaver",
        from sender: String = ScriptedBus.screenSaver
    ) -> BusSignal {
        BusSignal(
            sender: sender,
            path: "/org/gnome/ScreenSaver",
            interface: interface,
            member: "ActiveChanged",
            arguments: arguments
        )
    }

    static func owner(
        of name: String,
        _ before: String,
        _ after: String,
        from sender: String = BusCall.busName
    ) -> BusSignal {
        BusSignal(
            sender: sender,
            path: "/org/freedesktop/DBus",
            interface: BusCall.busName,
            member: "NameOwnerChanged",
            arguments: [.text(name), .text(before), .text(after)]
        )
    }
}
