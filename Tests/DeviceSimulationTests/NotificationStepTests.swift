import DeviceSimulation
import Testing

/// Each story says itself what is expected; the rows are those of the notifications' design.
@Suite("Notifications in scenarios")
struct NotificationStepTests: NotificationStories {
    // MARK: Who may notify

    @Test("N-1 to N-4: an app asks once, and what nobody was asked for is quiet")
    func asking() throws {
        func ask(_ more: String, _ value: String) -> String {
            "{ authorize: { app: a.b\(more) }, expect: { value: \(value) } }"
        }
        let results = try Story.run([
            "install: { app: a.b }",
            "{ notification-settings: { app: a.b }, expect: { value: not-determined } }",
            ask("", "not-determined"), ask(", answer: denied", "denied"), ask("", "denied"),
            "{ push: { app: a.b, alert: x }, expect: { outcome: not-authorized, presentation: [] } }",
            "{ push: { app: a.b, silent: true }, expect: { outcome: woken } }",
            "{ schedule: { app: a.b, id: x, in: 60s }, expect: { error: not-authorized } }",
            ask(", answer: granted", "authorized"),
            "install: { app: a.c }",
            "{ authorize: { app: a.c, options: [alert, provisional] }, expect: { value: provisional } }",
            "{ push: { app: a.c, alert: x }, expect: { presentation: [list] } }",
            "{ look: { at: lock-screen }, expect: { shown: [] } }",
            "{ look: { at: center }, expect: { shown: [x], count: 1 } }",
        ])
        for result in results {
            #expect(result.passed, "\(result.index) \(result.name): \(result.sentences)")
        }
    }

    @Test("N-5: with sounds and badges off nothing is heard, and the number stays")
    func soundsAndBadgesOff() throws {
        let push = "alert: { body: x, sound: true, badge: 3 }"
        try tell([
            "authorize: { \(Self.app), options: [alert, sound, badge, critical] }",
            Self.push(push, "presentation: [badge, banner, list, sound]"),
            "notification-settings: { \(Self.app), sounds: off, badges: off }",
            Self.push(push, "presentation: [banner, list]"),
            "notification-settings: { \(Self.app), sounds: on }",
            Self.push(push, "presentation: [banner, list, sound]"),
        ])
    }

    @Test("N-5: with alerts off it is kept, and seen nowhere")
    func alertsOff() throws {
        try tell([
            "notification-settings: { \(Self.app), alerts: off }",
            Self.push("alert: x", "presentation: [list]"), Self.look("", at: "center"),
            Self.look("x", at: "app"),
        ])
    }

    @Test("N-16: what is off on the lock screen is in the center")
    func lockScreenOff() throws {
        try tell(
            ["notification-settings: { \(Self.app), lock-screen: off, center: on }"] + Story.lock
                + [
                    Self.push("alert: x"), Self.look(""), Story.unlock,
                    Self.look("x", at: "center"),
                ]
        )
    }

    @Test(
        "N-12 to N-14: what a category lets show while previews are hidden",
        arguments: [
            ("placeholder: '%u messages'", "3 messages"),
            ("show-title: true", "Ann / Notification"),
            ("show-subtitle: true", "Lunch / Notification"),
            ("show-title: true, show-subtitle: true, placeholder: new", "Ann / Lunch / new"),
        ]
    )
    func categories(category: String, shown: String) throws {
        let alert = "alert: { title: Ann, subtitle: Lunch, body: hi, category: c, thread: t }"
        try tell(
            ["category: { \(Self.app), id: c, \(category) }"] + Story.lock
                + Array(repeating: Self.push(alert), count: 3) + [
                    "{ look: { at: lock-screen }, expect: { shown: [\(shown)], count: 3 } }"
                ],
            previews: "when-unlocked"
        )
    }

    @Test("N-67: a quiet time holds back what is not urgent")
    func quiet() throws {
        try tell(
            [
                "quiet: { on: true, allow: [com.example.other] }",
                Self.push("alert: x", "presentation: [list]"),
                Self.push(
                    "alert: { body: y, level: time-sensitive }",
                    "presentation: [banner, list]"
                ),
            ] + Story.lock + [
                Self.look("y"), "quiet: { on: true, allow: [com.example.mail] }",
                Self.look("y, x"), "quiet: { on: false }", Self.look("y, x"),
            ],
            entitlements: "[time-sensitive]"
        )
    }

    // MARK: Service extensions

    @Test(
        "N-36 to N-42: what comes of an extension by how long it takes",
        arguments: [
            ("takes: 29900ms, shows: opened", "delivered", "opened", "[]", 29_900),
            ("takes: 40s, shows: opened, fallback: late", "expired", "late", "[]", 30_000),
            ("takes: 40s, shows: opened", "expired", "raw", "[]", 30_000),
            ("takes: 30s, shows: opened", "expired", "opened", "[]", 30_000),
            (
                "takes: 30500ms, on-expiry: nothing, shows: opened", "expired", "opened", "[]",
                30_500
            ),
            ("takes: 40s, on-expiry: nothing, shows: opened", "original", "raw", "[late]", 31_000),
            ("start: 10s, takes: 20s, on-expiry: nothing, shows: x", "expired", "x", "[]", 30_000),
            ("start: 31s, shows: opened", "killed-at-start", "raw", "[]", 30_000),
            ("start: 30s, shows: opened", "killed-at-start", "raw", "[]", 30_000),
            ("start: 29s, shows: opened", "delivered", "opened", "[]", 29_000),
            ("shows: ''", "original", "raw", "[]", 0),
            ("shows: { title: t, body: b }", "delivered", "t / b", "[]", 0),
        ]
    )
    func deadlines(
        service: String,
        outcome: String,
        shown: String,
        notes: String,
        milliseconds: Int
    ) throws {
        let push = Self.push("alert: raw", "outcome: \(outcome), notes: \(notes)")
        try tell([Self.service(service), push, Self.look(shown)])
        let last = try Story.run(Story.mail() + [Self.service(service), push]).last
        #expect(last?.at == .milliseconds(milliseconds))
    }

    @Test("N-42: with the entitlement an empty answer shows nothing, and its badge counts")
    func filtering() throws {
        try tell(
            [
                Self.service("shows: { badge: 7 }"),
                Self.push("alert: raw", "outcome: suppressed, presentation: []"), Self.look(""),
                "{ look: { at: app, \(Self.app) }, expect: { count: 0, badge: 7 } }",
                "authorize: { \(Self.app) }",
                Self.push("alert: raw", "outcome: suppressed"),
                "authorize: { \(Self.app), entitlements: [] }",
                Self.push("alert: raw", "outcome: original"),
            ],
            entitlements: "[filtering]"
        )
    }

    @Test("N-43, N-44: without its key an extension falls back, and makes nothing anew")
    func lockedKey() throws {
        func refused(_ path: String, _ reason: String) -> [String] {
            [
                Self.service("reads: [\(path)], shows: opened, fallback: New message"),
                Self.push("alert: raw", "outcome: delivered, reason: \(reason)"),
                Self.look("New message"), "remove-notifications: { \(Self.app), delivered: true }",
            ]
        }
        try tell(
            [
                "write: { path: /a, class: A, text: key }",
                "write: { path: /c, class: C, text: key }",
            ] + refused("/missing", "not-found") + Story.lock
                + refused("/a", "protected-data-unavailable") + [
                    Self.service("reads: [/c], shows: opened"), Self.push("alert: raw"),
                    Self.look("opened"), "{ list: { path: / }, expect: { entries: [a, c] } }",
                    "reboot: {}",
                ] + refused("/c", "protected-data-unavailable")
        )
    }

    @Test("a lock that comes while an extension starts is in its way")
    func lockDuringStart() throws {
        try tell(
            [
                "write: { path: /a, class: A, text: key }", "lock: {}",
                Self.service("reads: [/a], shows: opened"), Self.push("alert: raw"),
                Self.service("start: 11s, reads: [/a], shows: opened"),
                Self.push(
                    "alert: raw",
                    "reason: protected-data-unavailable, outcome: delivered, state: locked"
                ),
                Self.look("raw, opened"),
            ]
        )
    }

    @Test("N-71: an extension that filters notifies itself")
    func addsItself() throws {
        let add = "adds: [own, { title: Ann, body: two }], shows: ''"
        try tell(
            [
                Self.service(add), Self.push("alert: raw", "outcome: suppressed"),
                Self.look("Ann / two, own"), "reboot: {}",
                Self.push(
                    "alert: raw",
                    "outcome: delivered, reason: protected-data-unavailable"
                ), Self.look("raw"),
            ],
            entitlements: "[filtering]"
        )
    }

    @Test("N-73: before the first unlock an extension tells once that it cannot read")
    func tellsOnce() throws {
        func service(_ text: String) -> String {
            Self.service("reads: [/key], shows: opened, fallback: \(text)")
        }
        try tell(
            [
                "write: { path: /key, class: C, text: key }", "reboot: {}",
                service("Unlock to see messages"), Self.push("alert: raw"), service("''"),
                Self.push("alert: raw", "outcome: suppressed"),
                Self.push("alert: raw", "outcome: suppressed"),
                Self.look("Unlock to see messages"), Story.unlock,
                Self.look("Unlock to see messages", at: "center"),
                "{ list: { path: / }, expect: { entries: [key] } }",
            ],
            entitlements: "[filtering]"
        )
    }

    @Test("N-35: an extension does not run for what is not mutable")
    func notMutable() throws {
        try tell([
            Self.service("takes: 5s, shows: opened"),
            Self.push(#"payload: '{"aps":{"alert":"raw"}}'"#), Self.look("raw"),
            "{ advance: 0s, expect: { state: unlocked } }",
        ])
    }

    // MARK: Sealed pushes

    @Test("N-45: what is sealed to the class C key is opened while locked")
    func sealed() throws {
        let sealed = Self.push("sealed: { title: Ann, body: secret }")
        try tell(
            ["register: { \(Self.app) }"] + Story.lock + [
                sealed, Self.look("Ann / secret"), Self.service("takes: 1s, fallback: shut"),
                sealed, Self.look("Ann / secret, Ann / secret"), "reboot: {}",
                Self.push("sealed: secret", "reason: protected-data-unavailable"),
                Self.look("shut"),
            ]
        )
    }

    @Test("N-46: what is sealed to the class A key is opened after the unlock, in its place")
    func sealedToA() throws {
        try tell(
            ["register: { \(Self.app), class: A, team: TEAM }"] + Story.lock + [
                Self.push(
                    "sealed: secret, alert: You have mail",
                    "outcome: original, reason: protected-data-unavailable"
                ),
                Self.look("You have mail"), Story.unlock, Self.look("secret", at: "app"),
            ]
        )
    }

    @Test("N-26: what comes for an app that was uninstalled is dropped, also for another one later")
    func uninstalled() throws {
        try tell([
            "register: { \(Self.app) }", "uninstall: { \(Self.app) }",
            Self.push("sealed: secret", "outcome: not-installed"),
            "{ look: { at: app, \(Self.app) }, expect: { error: not-found } }",
            "install: { \(Self.app) }", "authorize: { \(Self.app), answer: granted }",
            Self.push("sealed: secret", "outcome: original, reason: authentication-failure"),
        ])
    }

    @Test("N-30, N-52: a collapse id replaces, and what is past its time is dropped")
    func headers() throws {
        let long = String(repeating: "x", count: 65)
        try tell([
            Self.push("alert: one, collapse-id: x"), Self.push("alert: two, collapse-id: x"),
            Self.look("two"), Self.push("alert: x, expires: 0s", "outcome: expired-push"),
            Self.push("alert: x, collapse-id: \(long)", "error: invalid-argument"),
            Self.push("payload: '{'", "error: malformed-payload"),
            Self.push("payload: '{}'", "error: malformed-payload"),
            Self.push(
                "alert: \(String(repeating: "x", count: 4_097))",
                "error: payload-too-large"
            ), Self.look("two"),
        ])
    }

    @Test("N-54: while the device is off the newest push of each app waits")
    func waiting() throws {
        let waits = "outcome: waiting"
        let other = "app: com.example.other, alert"
        try tell([
            "install: { app: com.example.other }",
            "authorize: { app: com.example.other, answer: granted }",
            "notification-settings: { app: com.example.other, previews: always }", "shutdown: {}",
            Self.push("alert: one", waits), Self.push("alert: two", waits),
            "{ push: { \(other): other }, expect: { \(waits) } }", Self.push("alert: three", waits),
            "{ look: { at: lock-screen }, expect: { error: device-off } }",
            "{ boot: {}, expect: { count: 2 } }", Self.look("three, other"), "boot: {}",
            "shutdown: {}", Self.push("alert: late, expires: 0s", waits), "boot: {}",
            // Of two apps at one moment the documents do not say which came first.
            Self.look("three, other"), Story.unlock, Self.look("other, three", at: "center"),
        ])
    }

    // MARK: What fails

    @Test(
        "an app that is not installed is not found",
        arguments: [
            "authorize: { app: a }", "notification-settings: { app: a, previews: never }",
            "category: { app: a, id: c }", "register: { app: a }", "service: { app: a, shows: x }",
            "schedule: { app: a, id: x, in: 1m }", "remove-notifications: { app: a, ids: [x] }",
            "remove-notifications: { app: a, pending: true }", "respond: { app: a, id: x }",
            "responses: { app: a }", "look: { at: app, app: a }",
        ]
    )
    func notInstalled(step: String) throws {
        let result = try #require(try Story.run([step]).last)
        #expect(result.got[.error] == .text("not-found"))
    }

    @Test(
        "on a device that is off a step about notifications is device-off, but a push waits",
        arguments: [
            "authorize: { app: a }", "notification-settings: { app: a }",
            "category: { app: a, id: c }",
            "quiet: { on: true }", "register: { app: a }", "service: { app: a, shows: x }",
            "schedule: { app: a, id: x }", "position: { lat: 1, lon: 1 }",
            "remove-notifications: { app: a, ids: [x] }", "respond: { app: a, id: x }",
            "responses: { app: a }", "look: { at: center }", "look: { at: app, app: a }",
        ]
    )
    func off(step: String) throws {
        let result = try #require(try Story.run([step], device: Story.off).last)
        #expect(result.got[.error] == .text("device-off"))
    }

    @Test(
        "before the first unlock an app asks in vain",
        arguments: [
            "authorize: { app: a }", "category: { \(app), id: c }", "register: { \(app) }",
            "notification-settings: { \(app), previews: never }", "schedule: { \(app), id: x }",
            "remove-notifications: { \(app), ids: [x] }", "responses: { \(app) }",
            "remove-notifications: { \(app), pending: true }", "respond: { \(app), id: x }",
            "look: { at: app, \(app) }",
        ]
    )
    func beforeFirstUnlock(step: String) throws {
        let result = try #require(
            try Story.run(
                Story.mail() + [
                    "install: { app: a }", Self.schedule("id: a, in: 1h"), "reboot: {}", step,
                ]
            ).last
        )
        #expect(result.got[.error] == .text("protected-data-unavailable"))
    }

    @Test(
        "what is not as expected falls short",
        arguments: [
            ("look: { at: lock-screen }", "shown: [y]", [.shown]),
            ("look: { at: lock-screen }", "shown: [x, x], count: 2", [.shown, .count]),
            ("look: { at: lock-screen }", "badge: 0", [.badge]),
            ("look: { at: app, \(app) }", "badge: 1, count: 1", [.badge]),
            ("push: { \(app), alert: x }", "outcome: original", [.outcome]),
            ("push: { \(app), alert: x }", "presentation: [list]", [.presentation]),
            ("push: { \(app), alert: x }", "notes: [late], reason: x", [.reason, .notes]),
            ("responses: { \(app) }", "responses: [x / default], count: 1", [.count, .responses]),
            ("boot: {}", "count: 0", [.count]),
        ] as [(String, String, [FactKey])]
    )
    func fallsShort(step: String, expectation: String, keys: [FactKey]) throws {
        let steps =
            Story.mail() + [Self.push("alert: x"), "{ \(step), expect: { \(expectation) } }"]
        let result = try #require(try Story.run(steps).last)
        #expect(result.shortfalls == keys)
        #expect(result.sentences.count == keys.count)
    }

    @Test("facts about notifications are in every form of report")
    func reports() throws {
        let steps =
            Story.mail() + ["{ push: { \(Self.app), alert: a<b }, expect: { notes: [x] } }"]
            + ["{ look: { at: center }, expect: { shown: ['y'] } }"]
        let report = ScenarioReport([try ScenarioRunner().run(try Story.load(steps))])
        #expect(report.text().contains("look: shown: expected ['y'], got ['a<b']"))
        #expect(report.junit().contains("shown: expected ['y'], got ['a&lt;b']"))
        #expect(
            try report.json().contains(
                #""got":{"notes":[],"outcome":"delivered","presentation":["banner","list"],"#
            )
        )
        #expect(try report.json().contains(#""count":1,"#))
    }
}
