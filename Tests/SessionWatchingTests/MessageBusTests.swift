import Foundation
import ProtectionModel
import SessionWatching
import SystemIO
import TestSupport
import Testing

/// Over real buses, with a logind that does what the test says.
@Suite(
    "A watch of real buses",
    .enabled(if: MockedMachine.isThere, "dbus-daemon and python3-dbusmock are not installed"),
    .timeLimit(.minutes(30))
)
struct MessageBusTests {
    /// A watch of a mocked machine, which ends with the object.
    private final class Station: Sendable {
        let machine: MockedMachine
        let events = WatchedEvents()
        let elapsed = Elapsed()
        let watch: SessionWatch

        init(of user: UInt32 = MockedMachine.user) throws {
            let machine = try MockedMachine()
            self.machine = machine
            let elapsed = elapsed
            watch = try SessionWatch(
                Set(LockSource.allCases),
                of: user,
                elapsed: { elapsed.now }
            ) { bus, _ in
                try MessageBus(
                    address: bus == .system ? machine.systemBus : machine.sessionBus,
                    within: .seconds(30)
                )
            }
            try watch.start(events.handler)
        }

        deinit { watch.stop() }
    }

    @Test(
        "hears every source, and what is not one of them changes nothing",
        arguments: [
            (MockedMachine.Command.session("Lock"), LockSource.session),
            (.prepareForSleep(true), .sleep),
            (.idle(true), .idle),
            (.screenSaver(true), .screensaver),
        ]
    )
    func sources(command: MockedMachine.Command, source: LockSource) throws {
        let station = try Station()
        let others: [MockedMachine.Command] = [
            .session("Unlock"), .prepareForSleepInWords, .prepareForSleep(false), .idle(false),
            .screenSaver(false), .impostor,
        ]
        for other in others { try station.machine.perform(other) }
        try station.machine.perform(command)
        #expect(station.events.next().event == .lock(source))
    }

    @Test("does not take another user's session for its own")
    func otherUser() throws {
        let station = try Station(of: MockedMachine.user + 1)
        try station.machine.perform(.session("Lock"))
        try station.machine.perform(.idle(true))
        try station.machine.perform(.prepareForSleep(true))
        #expect(station.events.next().event == .lock(.sleep))
    }

    @Test("holds a delay of sleep until the keys are gone, and from the waking on")
    func delay() throws {
        let station = try Station()
        #expect(try station.machine.perform(.inhibitors(1)) == "1 sleep delay")
        #expect(station.watch.report.delaysSleep)
        #expect(station.watch.report.delayLimit == .seconds(5))
        try station.machine.perform(.prepareForSleep(true))
        let sleep = station.events.next()
        #expect(sleep.event == .lock(.sleep))
        #expect(try station.machine.perform(.inhibitors(1)) == "1 sleep delay")
        sleep.whenDone()
        #expect(try station.machine.perform(.inhibitors(0)) == "0")
        try station.machine.perform(.prepareForSleep(false))
        #expect(try station.machine.perform(.inhibitors(1)) == "1 sleep delay")
        station.watch.stop()
        #expect(try station.machine.perform(.inhibitors(0)) == "0")
    }

    @Test("loses logind, or the bus, and finds it again", arguments: [false, true])
    func lost(isWholeBus: Bool) throws {
        let station = try Station()
        try station.machine.perform(isWholeBus ? .endBus : .endLogin)
        #expect(station.events.next().event == .lost(.system))
        #expect(station.watch.report.followed.map(\.standing) == [.lost, .lost, .followed, .lost])
        try station.machine.perform(.restart)
        if isWholeBus {
            station.elapsed.advance(by: .seconds(1))
            station.watch.wake()
        }
        #expect(station.events.next().event == .found(.system))
        // The mocked logind has its name before its methods: a delay that is refused is asked for again.
        station.elapsed.advance(by: .seconds(1))
        station.watch.wake()
        if isWholeBus { try station.machine.perform(.inhibitors(1)) }
        try station.machine.perform(.session("Lock"))
        #expect(station.events.next().event == .lock(.session))
    }

    @Test("waits no longer than the patience for a bus that takes connections and says nothing")
    func silent() throws {
        let path = NSTemporaryDirectory() + "/" + UUID().uuidString
        let listener = try StreamSocket.listening(at: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var pauses = SessionWatch.Pauses()
        pauses.patience = .milliseconds(20)
        let watch = try SessionWatch(
            [.sleep],
            of: 0,
            pauses: pauses,
            elapsed: { .zero },
            connect: { _, patience in
                try MessageBus(address: "unix:path=\(path)", within: patience)
            }
        )
        let error = #expect(throws: ProtectionError.self) { try watch.start { _, _ in } }
        #expect(error?.message.contains("timed out") == true, "\(String(describing: error))")
        withExtendedLifetime(listener) {}
    }

    @Test("says what is missing where nothing listens")
    func nothing() throws {
        let watch = try SessionWatch([.sleep], of: 0, elapsed: { .zero }) { _, patience in
            try MessageBus(address: "unix:path=/nowhere", within: patience)
        }
        let error = #expect(throws: ProtectionError.self) { try watch.start { _, _ in } }
        #expect(error?.code == .agentUnreachable)
        #expect(error?.message.hasPrefix("the system bus cannot be listened to: ") == true)
    }
}
