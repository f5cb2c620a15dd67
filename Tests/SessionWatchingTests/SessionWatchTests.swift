import Dispatch
import ProtectionModel
import SessionWatching
import SystemIO
import Testing

@Suite("What a device locks with", .timeLimit(.minutes(30)))
struct SessionWatchTests {
    private static let login = "org.freedesktop.login1"

    @Test(
        "each source tells of a lock",
        arguments: [
            (LockSource.session, BusSignal.session("Lock")),
            (.sleep, .sleep(true)),
            (.idle, .changed("User", to: .truth(true))),
            (.idle, .changed("Manager", to: .truth(true))),
            (.screensaver, .screenSaver([.truth(true)])),
            (.screensaver, .screenSaver([.truth(true)], interface: "org.freedesktop.ScreenSaver")),
            (.screensaver, .screenSaver([.truth(true)], interface: "org.xfce.ScreenSaver")),
        ]
    )
    func sources(source: LockSource, signal: BusSignal) throws {
        let watched = try Watched()
        (source == .screensaver ? watched.session : watched.system).send(signal)
        #expect(watched.events.next().event == .lock(source))
    }

    @Test("what is not followed is not told, and its bus is not even connected to")
    func notFollowed() throws {
        let watched = try Watched([.sleep])
        watched.system.send(
            .session("Lock"),
            .changed("Manager", to: .truth(true)),
            .sleep(true)
        )
        #expect(watched.events.next().event == .lock(.sleep))
        #expect(watched.session.attempts == 0)
        #expect(watched.watch.report.followed.map(\.source) == [.sleep])
    }

    /// What looks like a reason to lock, or to unlock, and is none.
    private static let idle: [BusSignal] = [
        .sleep(true, from: ":1.66"),
        .session("Lock", from: ":1.66"),
        .session("Lock", from: login),
        .changed("Manager", to: .truth(true), from: ":1.66"),
        .owner(of: login, ":1.7", "", from: ":1.66"),
        .owner(of: "org.example", ":1.1", ""),
        .sleep(true, from: ""),
        .manager("PrepareForSleep", []),
        .manager("PrepareForSleep", [.text("true")]),
        .manager("PrepareForSleep", [.number(1)]),
        .manager("PrepareForSleep", [.list([.truth(true)])]),
        .manager("PrepareForSleep", [.truth(true), .truth(true)]),
        .manager("PrepareForShutdown", [.truth(true)]),
        .session("Unlock"),
        .session("PauseDevice"),
        .changed("Manager", to: .truth(false)),
        .changed("Manager", to: .text("yes")),
        .changed("Manager", "IdleSinceHint", to: .truth(true)),
        .changed("Seat", to: .truth(true)),
        .screenSaver([.truth(true)]),
    ]

    @Test(
        "no other sender, no other type, and no unlock changes anything",
        arguments: 0..<idle.count
    )
    func hostile(index: Int) throws {
        let watched = try Watched()
        // Behind it comes one that counts.
        watched.system.send(Self.idle[index], .sleep(true))
        #expect(watched.events.next().event == .lock(.sleep))
    }

    @Test(
        "a screen saver that goes, or speaks with another's name, is none",
        arguments: [
            [.truth(false)], [], [.text("true")], [.number(1)], [.truth(true), .truth(true)],
        ] as [[BusValue]]
    )
    func noScreenSaver(arguments: [BusValue]) throws {
        let watched = try Watched()
        watched.session.send(
            .screenSaver(arguments),
            .screenSaver([.truth(true)], from: ":1.66"),
            .screenSaver([.truth(true)], interface: "org.example.ScreenSaver"),
            .session("Lock", from: ScriptedBus.screenSaver),
            .screenSaver([.truth(true)])
        )
        #expect(watched.events.next().event == .lock(.screensaver))
    }

    @Test("the lock of another user's session, and another user's idleness, do not count")
    func otherUser() throws {
        let watched = try Watched()
        watched.system.set("User", .list([.number(1_001), .text("/u")]))
        watched.system.set("UID", .number(1_001))
        watched.system.send(
            .session("Lock"),
            .changed("User", to: .truth(true)),
            .sleep(true)
        )
        #expect(watched.events.next().event == .lock(.sleep))
    }

    @Test("the lock of a session of the user's counts")
    func ownUser() throws {
        let watched = try Watched()
        watched.system.set("User", .list([.number(UInt64(Watched.user)), .text("/u")]))
        watched.system.send(.session("Lock"))
        #expect(watched.events.next().event == .lock(.session))
    }

    @Test("sleep is delayed until the keys are gone, and again from the next waking on")
    func delay() throws {
        let watched = try Watched { $0.system.set("InhibitDelayMaxUSec", .number(5_000_000)) }
        #expect(watched.watch.report.delaysSleep)
        #expect(watched.watch.report.delayLimit == .seconds(5))
        watched.system.send(.sleep(true), .session("Lock"))
        let sleep = watched.events.next()
        // The second event shows that the first one's end was not awaited by ending the delay.
        #expect(watched.events.next().event == .lock(.session))
        #expect(watched.watch.report.delaysSleep)
        sleep.whenDone()
        #expect(!watched.watch.report.delaysSleep)
        watched.system.send(.sleep(false), .session("Lock"))
        #expect(watched.events.next().event == .lock(.session))
        #expect(watched.watch.report.delaysSleep)
    }

    @Test("keys that go only after the waking do not end the delay of the next sleep")
    func lateEnd() throws {
        let watched = try Watched()
        watched.system.send(.sleep(true), .sleep(false), .session("Lock"))
        let sleep = watched.events.next()
        #expect(watched.events.next().event == .lock(.session))
        sleep.whenDone()
        #expect(watched.watch.report.delaysSleep)
    }

    @Test("a logind without inhibitor locks is followed, and the report says so")
    func withoutInhibitors() throws {
        let watched = try Watched { $0.system.refuseInhibitors() }
        #expect(!watched.watch.report.delaysSleep)
        #expect(watched.watch.report.refusesDelay)
        #expect(watched.watch.report.delayLimit == nil)
        watched.system.send(.sleep(true))
        let sleep = watched.events.next()
        #expect(sleep.event == .lock(.sleep))
        sleep.whenDone()
    }

    @Test("a delay that is refused is asked for again, at growing pauses, until it is held")
    func refusedDelay() throws {
        let watched = try Watched([.sleep]) { $0.system.refuseInhibitors() }
        func asked() -> Int { watched.system.calls.count { $0 == "Inhibit" } }
        #expect(asked() == 1)
        var count = 1
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            watched.pass(.seconds(pause))
            count += 1
            while asked() < count { SystemTime.sleep(.milliseconds(1)) }
        }
        watched.system.refuseInhibitors(false)
        watched.pass(.seconds(60))
        watched.system.send(.session("Unlock"), .sleep(true))
        #expect(watched.events.next().event == .lock(.sleep))
        #expect(watched.watch.report.delaysSleep)
        #expect(!watched.watch.report.refusesDelay)
        watched.pass(.seconds(600))
        watched.system.send(.sleep(true))
        #expect(watched.events.next().event == .lock(.sleep))
        #expect(asked() == count + 1)
    }

    @Test("a logind that does not say whose session it locks has locked ours, after the patience")
    func silentLogin() throws {
        let watched = try Watched([.session])
        let start = watched.elapsed.now
        watched.system.slowDown(by: .seconds(600))
        watched.system.send(.session("Lock"))
        #expect(watched.events.next().event == .lock(.session))
        #expect(watched.elapsed.now - start == .seconds(5))
    }

    @Test("a bus is given up at the start after the patience, however many calls there are")
    func slowBus() throws {
        let elapsed = Elapsed()
        let start = elapsed.now
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            let bus = try ScriptedBus()
            bus.slowDown(by: .seconds(2))
            try SessionWatch([.session, .sleep], of: 0, elapsed: { elapsed.now }) { _, _ in
                try bus.connect { elapsed.advance(by: $0) }
            }.start { _, _ in }
        }
        #expect(elapsed.now - start == .seconds(5))
    }

    @Test("a bus that does not answer holds up no other")
    func separateBuses() throws {
        let watched = try Watched()
        let gate = DispatchSemaphore(value: 0)
        watched.session.setGate(gate)
        watched.session.goDown()
        #expect(watched.events.next().event == .lost(.session))
        watched.session.comeUp()
        watched.pass(.seconds(1))
        while watched.session.attempts < 2 { SystemTime.sleep(.milliseconds(1)) }
        watched.system.send(.sleep(true))
        #expect(watched.events.next().event == .lock(.sleep))
        gate.signal()
        #expect(watched.events.next().event == .found(.session))
    }

    @Test("a bus that goes locks, is tried at growing pauses, and is followed again")
    func lostBus() throws {
        let watched = try Watched()
        watched.system.goDown()
        #expect(watched.events.next().event == .lost(.system))
        #expect(!watched.watch.report.delaysSleep)
        #expect(
            watched.watch.report.followed.map(\.standing) == [.lost, .lost, .followed, .lost]
        )
        #expect(watched.system.attempts == 1)
        var attempts = 1
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            watched.pass(.seconds(pause))
            attempts += 1
            while watched.system.attempts < attempts { SystemTime.sleep(.milliseconds(1)) }
        }
        watched.system.comeUp()
        watched.pass(.seconds(60))
        #expect(watched.events.next().event == .found(.system))
        #expect(watched.watch.report.delaysSleep)
        watched.system.send(.session("Lock"))
        #expect(watched.events.next().event == .lock(.session))
    }

    @Test("a sleep that began while the bus was gone locks")
    func missedSleep() throws {
        let watched = try Watched()
        watched.system.goDown()
        #expect(watched.events.next().event == .lost(.system))
        watched.system.comeUp()
        watched.system.set("PreparingForSleep", .list([.truth(true)]))
        watched.pass(.seconds(1))
        #expect(watched.events.next().event == .found(.system))
        #expect(watched.events.next().event == .lock(.sleep))
    }

    @Test("a logind that goes locks, and its successor is believed in its place")
    func lostLogin() throws {
        let watched = try Watched()
        watched.system.send(.owner(of: Self.login, ScriptedBus.login, ""))
        #expect(watched.events.next().event == .lost(.system))
        #expect(watched.watch.report.followed.first?.standing == .lost)
        #expect(!watched.watch.report.delaysSleep)
        watched.system.send(
            .session("Lock"),
            .owner(of: Self.login, "", ":1.8"),
            .session("Lock", from: ":1.8")
        )
        #expect(watched.events.next().event == .found(.system))
        #expect(watched.events.next().event == .lock(.session))
        #expect(watched.watch.report.delaysSleep)
    }

    @Test("a screen saver may come later, and go")
    func laterScreenSaver() throws {
        let watched = try Watched([.screensaver]) {
            $0.session.setOwner(of: "org.gnome.ScreenSaver", nil)
        }
        #expect(watched.watch.report.followed.map(\.standing) == [.absent])
        watched.session.send(
            .owner(of: "org.xfce.ScreenSaver", "", ":1.20"),
            .screenSaver([.truth(true)], interface: "org.xfce.ScreenSaver", from: ":1.20")
        )
        #expect(watched.events.next().event == .lock(.screensaver))
        #expect(watched.watch.report.followed.map(\.standing) == [.followed])
    }

    @Test(
        "a bus that cannot be listened to from the start is an error, and so is a bus without logind",
        arguments: [true, false]
    )
    func unreachable(isUp: Bool) {
        #expect(throws: ProtectionError(.agentUnreachable, "")) {
            try Watched { watched in
                if isUp {
                    watched.system.setOwner(of: Self.login, nil)
                } else {
                    watched.system.goDown()
                }
            }
        }
    }

    @Test("a watch that is stopped lets the machine sleep, and tells nothing more")
    func stop() throws {
        let watched = try Watched()
        watched.watch.stop()
        #expect(!watched.watch.report.delaysSleep)
        watched.system.goDown()
        #expect(watched.system.attempts == 1)
    }

    @Test(
        "addresses are those of the environment, else where systemd puts the buses",
        arguments: [
            (nil, nil, nil, "unix:path=/run/dbus/system_bus_socket", nil),
            ("unix:path=/a", "unix:path=/b", "/run/user/1", "unix:path=/a", "unix:path=/b"),
            (
                nil, nil, "/run/a b,c", "unix:path=/run/dbus/system_bus_socket",
                "unix:path=/run/a%20b%2cc/bus"
            ),
        ] as [(String?, String?, String?, String, String?)]
    )
    func addresses(
        system: String?,
        session: String?,
        runtime: String?,
        expectedSystem: String,
        expectedSession: String?
    ) {
        let addresses = BusAddresses(
            system: system,
            session: session,
            runtimeDirectory: runtime
        )
        #expect(addresses.system == expectedSystem)
        #expect(addresses.session == expectedSession)
    }
}
