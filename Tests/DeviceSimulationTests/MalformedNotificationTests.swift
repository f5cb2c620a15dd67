import DeviceSimulation
import Documents
import ProtectionModel
import Testing

@Suite("Malformed steps about notifications")
struct MalformedNotificationTests {
    private func check(_ text: String, _ line: Int, _ column: Int, _ part: String) {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile.load(text: text, file: "a.yml")
        }
        #expect(error?.code.description == "malformed-scenario")
        #expect(error?.location == DocumentPlace(line: line, column: column), "\(text)")
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    /// Columns are counted in the line `  - STEP`, so the step starts at column 5; `p` is registered.
    @Test(
        "a step that cannot be is refused at its place",
        arguments: [
            ("authorize: {}", 16, "missing key 'app'"),
            ("authorize: { app: a..b }", 23, "not a bundle identifier"),
            ("authorize: { app: a, answer: yes }", 34, "granted or denied"),
            ("authorize: { app: a, options: alert }", 35, "a list"),
            ("authorize: { app: a, options: [alert, light] }", 43, "one of alert, sound"),
            ("authorize: { app: a, entitlements: [filter] }", 41, "filtering"),
            ("authorize: { app: a, previews: never }", 26, "unknown key 'previews'"),
            ("notification-settings: {}", 28, "missing key 'app'"),
            ("notification-settings: { app: a, previews: off }", 48, "when-unlocked"),
            ("notification-settings: { app: a, lock-screen: true }", 51, "on or off"),
            ("notification-settings: { app: a, center: }", 46, "text"),
            ("notification-settings: { app: a, alerts: [on] }", 46, "text"),
            ("notification-settings: { app: a, sound: on }", 38, "unknown key 'sound'"),
            ("quiet: {}", 12, "missing key 'on'"), ("quiet: { on: yes }", 18, "true or false"),
            ("quiet: { on: true, allow: a }", 31, "a list"),
            ("quiet: { on: true, allow: [a/b] }", 32, "not a bundle identifier"),
            ("category: { app: a }", 15, "missing key 'id'"),
            ("category: { app: a, id: '' }", 15, "needs an identifier"),
            ("category: { app: a, id: c, show-title: 1 }", 44, "true or false"),
            ("category: { app: a, id: c, actions: [reply] }", 42, "a mapping"),
            ("category: { app: a, id: c, actions: [{}] }", 42, "missing key 'id'"),
            ("category: { app: a, id: c, actions: [{ id: '' }] }", 42, "needs an identifier"),
            ("category: { app: a, id: c, actions: [{ id: x, texts: true }] }", 51, "'text'?"),
            ("category: { app: a, id: c, actions: [{ id: x }, { id: x }] }", 15, "two actions"),
            (
                "category: { app: a, id: c, actions: ["
                    + (1...11).map { "{ id: \($0) }" }.joined(separator: ", ") + "] }",
                15, "at most 10"
            ),
            ("register: {}", 15, "missing key 'app'"),
            ("register: { app: a, class: B }", 32, "class A or C"),
            ("register: { app: a, class: Z }", 32, "a protection class"),
            ("register: { app: a, sender: x }", 25, "unknown key 'sender'"),
            ("service: {}", 14, "missing key 'app'"),
            ("service: { app: a }", 14, "says nothing of what it does"),
            ("service: { app: a, shows: [x] }", 31, "a text or a mapping"),
            ("service: { app: a, shows: { text: x } }", 33, "unknown key 'text'"),
            ("service: { app: a, shows: }", 31, "text"),
            ("service: { app: a, reads: /a }", 31, "a list"),
            ("service: { app: a, reads: [a] }", 32, "does not start"),
            ("service: { app: a, takes: 30 }", 31, "a duration"),
            ("service: { app: a, start: soon }", 31, "a duration"),
            ("service: { app: a, on-expiry: crash }", 35, "best-attempt or nothing"),
            ("service: { app: a, adds: x }", 30, "a list"),
            ("push: {}", 11, "missing key 'app'"),
            ("push: { app: a }", 11, "'alert', 'sealed', 'payload' or 'silent'"),
            ("push: { app: a, silent: false }", 11, "missing key"),
            ("push: { app: a, alert: x, silent: true }", 11, "only one of"),
            ("push: { app: a, alert: x, payload: '{}' }", 11, "only one of"),
            ("push: { app: p, sealed: x, payload: '{}' }", 11, "only one of"),
            ("push: { app: p, sealed: x, silent: true }", 11, "only one of"),
            ("push: { app: a, sealed: x }", 29, "no earlier step registers 'a'"),
            ("push: { app: p, sealed: x, class: B }", 39, "class A or C"),
            ("push: { app: a, alert: x, class: A }", 38, "'sealed' has a 'class'"),
            ("push: { app: a, payload: { aps: {} } }", 30, "text"),
            ("push: { app: a, alert: { body: [] } }", 36, "text"),
            ("push: { app: a, alert: { badge: -1 } }", 37, "from 0 on"),
            ("push: { app: a, alert: { sound: default } }", 37, "true or false"),
            ("push: { app: a, alert: { level: loud } }", 37, "time-sensitive"),
            ("push: { app: a, alert: x, expires: never }", 40, "a duration"),
            ("push: { app: a, alert: x, collapse-id: [] }", 44, "text"),
            ("push: { app: a, alert: x, collapseid: x }", 31, "did you mean 'collapse-id'?"),
            ("schedule: { app: a }", 15, "missing key 'id'"),
            ("schedule: { app: a, id: '' }", 15, "needs an identifier"),
            ("schedule: { app: a, id: x, in: 0s }", 15, "longer than 0 s"),
            ("schedule: { app: a, id: x, in: 59s, repeats: true }", 15, "after 60s or more"),
            ("schedule: { app: a, id: x, in: 1m, daily: 08:00 }", 15, "only one of"),
            ("schedule: { app: a, id: x, at: tomorrow }", 36, "2007-03-25 02:30"),
            ("schedule: { app: a, id: x, at: 2007-02-31 08:00 }", 36, "does not have 31 days"),
            ("schedule: { app: a, id: x, at: 2007-02-29 08:00 }", 36, "2007 does not have 29"),
            ("schedule: { app: a, id: x, at: 2007-13-01 08:00 }", 36, "month of a time"),
            ("schedule: { app: a, id: x, at: 2007-03-25 }", 36, "a moment"),
            ("schedule: { app: a, id: x, at: 2007-3-25 08:00 }", 36, "a moment"),
            ("schedule: { app: a, id: x, at: 1969-03-25 08:00 }", 36, "from 1970"),
            ("schedule: { app: a, id: x, at: 2007-03-25 08:00, repeats: true }", 63, "not repeat"),
            ("schedule: { app: a, id: x, repeats: true }", 41, "does not repeat"),
            ("schedule: { app: a, id: x, daily: 24:00 }", 39, "from 0 to 23"),
            ("schedule: { app: a, id: x, daily: 08:60 }", 39, "from 0 to 59"),
            ("schedule: { app: a, id: x, daily: 8:0 }", 39, "a time of day"),
            ("schedule: { app: a, id: x, daily: ':00:00' }", 39, "a time of day"),
            ("schedule: { app: a, id: x, daily: 08:00:00:00 }", 39, "a time of day"),
            ("schedule: { app: a, id: x, daily: '٠٨:00' }", 39, "a time of day"),
            ("schedule: { app: a, id: x, enter: home }", 39, "a mapping"),
            ("schedule: { app: a, id: x, enter: { lat: 1 } }", 39, "missing key 'lon'"),
            ("schedule: { app: a, id: x, leave: { lat: 91, lon: 0 } }", 39, "not a position"),
            ("schedule: { app: a, id: x, leave: { lat: 1, lon: 1, radius: 0 } }", 39, "radius"),
            ("schedule: { app: a, id: x, in: 1m, text: x }", 40, "unknown key 'text'"),
            ("position: {}", 15, "missing key 'lat'"),
            ("position: { lat: 1, lon: 181 }", 15, "not a position"),
            ("position: { lat: nan, lon: 1 }", 22, "a number"),
            ("position: { lat: inf, lon: 1 }", 22, "a number"),
            ("position: { lat: 0x1, lon: 1 }", 22, "a number"),
            ("position: { lat: '1', lon: 1 }", 22, "a number"),
            ("position: { lat: [], lon: 1 }", 22, "a number"),
            ("remove-notifications: { app: a }", 27, "nothing to remove"),
            ("remove-notifications: { app: a, delivered: false }", 27, "nothing to remove"),
            ("remove-notifications: { app: a, ids: x }", 42, "a list"),
            ("remove-notifications: { app: a, ids: [], pending: true }", 27, "either 'ids'"),
            ("respond: { app: a }", 14, "missing key 'id'"),
            ("respond: { id: a }", 14, "missing key 'app'"),
            ("respond: { app: a, id: x, answer: y }", 31, "unknown key 'answer'"),
            ("responses: {}", 16, "missing key 'app'"),
            ("look: {}", 11, "missing key 'at'"), ("look: { at: home }", 17, "lock-screen, center"),
            ("look: { at: app }", 11, "missing key 'app'"),
            ("look: { at: center, app: a }", 25, "unknown key 'app'"),
            ("{ lock: {}, expect: { shown: x } }", 34, "a list"),
            ("{ lock: {}, expect: { count: few } }", 34, "a whole number"),
            ("{ lock: {}, expect: { badge: -1 } }", 34, "from 0 on"),
            ("{ lock: {}, expect: { outcome: shown } }", 36, "one of delivered"),
            ("{ lock: {}, expect: { presentation: [light] } }", 42, "one of badge"),
            ("{ lock: {}, expect: { notes: late } }", 34, "a list"),
            ("{ lock: {}, expect: { responses: {} } }", 38, "a list"),
        ]
    )
    func steps(step: String, column: Int, part: String) {
        check("scenario: x\nsteps:\n  - register: { app: p }\n  - \(step)", 4, column, part)
    }

    @Test(
        "a time zone that is not known is refused",
        arguments: [("Mars/Olympus", "is not known"), ("''", "is not known"), ("[]", "text")]
    )
    func zones(zone: String, part: String) {
        check("scenario: x\ndevice: { time-zone: \(zone) }\nsteps: []", 2, 22, part)
    }

    @Test("a step that must fail registers nothing")
    func failedRegistration() {
        let fail = "{ register: { app: a }, expect: { error: not-found } }"
        let use = "push: { app: a, sealed: x }"
        check("scenario: x\nsteps:\n  - \(fail)\n  - \(use)", 4, 29, "no earlier step registers")
    }
}
