import DeviceSimulation
import Testing

/// Each story says itself what is expected; the rows are those of the notifications' design.
@Suite("Requests and responses in scenarios")
struct NotificationRequestStepTests: NotificationStories {
    // MARK: Requests

    @Test("N-57: a time that a clock leaves out comes an hour later, and once in autumn")
    func daylightSaving() throws {
        // The clock starts on 9 January 2007 at 18:41 in Berlin.
        let device = #"{ passcode: "2580", state: unlocked, time-zone: Europe/Berlin }"#
        try tell(
            [
                Self.schedule("id: a, at: 2007-03-25 02:30, body: spring"),
                Self.schedule("id: b, at: 2007-10-28 02:30:00, body: autumn", "{ count: 2 }"),
                // To 25 March, 3:29 in summer time: 1:29 in UTC.
                "advance: 1783h", "advance: 48m", Self.look(""), "advance: 1m", Self.look("spring"),
                "remove-notifications: { \(Self.app), delivered: true }",
                // 217 days, to 28 October, 2:29 in summer time.
                "advance: 5206h", "advance: 59m", Self.look(""), "advance: 1m", Self.look("autumn"),
                "remove-notifications: { \(Self.app), delivered: true }", "advance: 1h",
                Self.look(""),
            ],
            device: device
        )
    }

    @Test("what comes daily comes once for each day, at the device's own time")
    func daily() throws {
        try tell(
            [
                Self.schedule("id: a, daily: 18:42, body: daily"),
                Self.schedule("id: b, daily: 18:42, repeats: false, body: once"), "advance: 1m",
                Self.look("once, daily"), "remove-notifications: { \(Self.app), ids: [a, b] }",
                Self.look(""), Self.schedule("id: a, daily: 18:42:00, body: daily"), "advance: 24h",
                Self.look("daily"),
            ],
            device: #"{ passcode: "2580", state: unlocked, time-zone: Europe/Berlin }"#
        )
    }

    @Test(
        "N-58: what is due while locked is hidden, and what was due before the lock is not locked"
    )
    func dueWhileLocked() throws {
        try tell(
            [
                Self.schedule("id: a, in: 90s, title: Ann, body: The code is 2580")
            ] + Story.lock + [
                "advance: 2m", Self.look("Notification"), Story.unlock,
                Self.look("Ann / The code is 2580", at: "center"),
            ],
            previews: "when-unlocked"
        )
    }

    @Test("what is due before a device locks by itself is delivered before it does")
    func dueBeforeLock() throws {
        let device = #"{ passcode: "2580", state: unlocked, auto-lock: 5m, grace: 0s }"#
        // What a service extension could not read later tells when the device was locked.
        try tell(
            [
                Self.schedule("id: a, in: 1m, body: x"),
                "{ advance: 6m, expect: { state: locked, protectedDataAvailable: false } }",
                Self.schedule("id: b, in: 1m, body: y"),
                "{ advance: 1h, expect: { state: locked } }",
                Self.look("Notification"),
                "{ look: { at: app, \(Self.app) }, expect: { count: 2 } }",
                Story.unlock, Self.look("y, x"),
            ],
            previews: "when-unlocked",
            device: device
        )
    }

    @Test("what repeats for a hundred years comes at the end of the step")
    func longTime() throws {
        try tell([
            Self.schedule("id: a, in: 60s, repeats: true, body: x"), "advance: 876000h",
            "{ look: { at: app, \(Self.app) }, expect: { shown: [x], count: 1 } }",
        ])
    }

    @Test("N-59: what is due before the first unlock comes right after it")
    func dueBeforeFirstUnlock() throws {
        try tell([
            Self.schedule("id: a, in: 1m, body: x"), "reboot: {}", "advance: 10m", Self.look(""),
            "{ look: { at: app, \(Self.app) }, expect: { error: protected-data-unavailable } }",
            Self.schedule("id: b, in: 1m", "{ error: protected-data-unavailable }"), Story.unlock,
            Self.look("x"),
        ])
    }

    @Test("N-60: who enters or leaves a place is told once, or each time")
    func places() throws {
        let home = "position: { lat: 52.5, lon: 13.4 }"
        let away = "position: { lat: 48.1, lon: 11.6 }"
        let clear = "remove-notifications: { \(Self.app), delivered: true }"
        let place = "{ lat: 52.5, lon: 13.4, radius: 200 }"
        try tell([
            away, Self.schedule("id: once, enter: \(place), body: once"),
            Self.schedule("id: each, enter: \(place), repeats: true, body: each"),
            Self.schedule("id: gone, leave: \(place), body: gone", "{ count: 3 }"), home,
            Self.look("each, once"), clear, away, Self.look("gone"), clear, home, Self.look("each"),
            "remove-notifications: { \(Self.app), pending: true }", clear, away, home,
            Self.look(""),
        ])
    }

    // MARK: Responses

    private static let category = """
        category: { \(app), id: c, actions: [{ id: open, title: Open, unlock: true }, \
        { id: show, foreground: true }, { id: reply, text: true, destructive: true }] }
        """

    private static func respond(_ what: String, _ expect: String) -> String {
        "{ respond: { \(app), id: x, \(what) }, expect: { \(expect) } }"
    }

    private static func responses(_ texts: String) -> String {
        "{ responses: { \(app) }, expect: { responses: [\(texts)] } }"
    }

    @Test(
        "N-61, N-64: what needs the unlock reaches the app once, after it",
        arguments: ["open", "show", "default"]
    )
    func needsUnlock(action: String) throws {
        try tell(
            [Self.category, Self.schedule("id: x, body: x, category: c")] + Story.lock + [
                Self.respond("action: \(action)", "error: authentication-required"),
                Self.responses(""), Story.unlock, Self.responses("x / \(action)"),
                Self.responses(""), Self.look(""),
            ]
        )
    }

    @Test("N-62: after a restart it never reaches the app")
    func restart() throws {
        try tell(
            [Self.category, Self.schedule("id: x, body: x, category: c")] + Story.lock + [
                Self.respond("action: open", "error: authentication-required"), "reboot: {}",
                Self.respond("action: open", "error: protected-data-unavailable"), Story.unlock,
                Self.responses(""), Self.look("x"),
            ]
        )
    }

    @Test(
        "N-63, N-65: what needs no unlock reaches the app at once, and what is dismissed does not"
    )
    func atOnce() throws {
        try tell(
            [Self.category, Self.schedule("id: x, body: x, category: c")] + Story.lock + [
                Self.respond("action: reply, text: yes", "outcome: given"),
                Self.responses("x / reply / yes"), Self.schedule("id: x, body: x, category: c"),
                Self.respond("action: dismiss", "outcome: unheard"), Self.responses(""),
                Self.respond("action: dismiss", "error: not-found"),
                "category: { \(Self.app), id: d, custom-dismiss: true }",
                Self.schedule("id: x, body: x, category: d"),
                Self.respond("action: dismiss", "outcome: given"), Self.responses("x / dismiss"),
                Self.schedule("id: x, body: x, category: c"),
                Self.respond("action: fly", "error: invalid-argument"),
                Self.respond("action: dismiss, text: x", "error: invalid-argument"),
                Self.look("x"),
            ]
        )
    }
}
