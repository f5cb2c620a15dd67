import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel
import Testing

@Suite("What a screen shows of notifications (rows N-5 to N-18)")
struct ScreenRows {
    private let mail: BundleIdentifier
    private let chat: BundleIdentifier

    init() throws {
        mail = try BundleIdentifier("com.example.mail")
        chat = try BundleIdentifier("com.example.chat")
    }

    private func settings(
        _ previews: PreviewsSetting,
        _ change: (inout NotificationSettings) -> Void = { _ in }
    ) -> NotificationSettings {
        var settings = NotificationSettings()
        settings.authorization = .authorized
        settings.showsPreviews = previews
        change(&settings)
        return settings
    }

    /// A notification as the system keeps it: the content is nil while it is locked.
    private func delivered(
        _ identifier: String,
        at seconds: Int64 = 100,
        thread: String = "",
        category: String = "",
        isLocked: Bool = false,
        _ application: BundleIdentifier? = nil
    ) -> DeliveredNotification {
        var content = NotificationContent(
            title: "Ann",
            subtitle: "Lunch",
            body: "The code is 2580"
        )
        content.threadIdentifier = thread
        content.categoryIdentifier = category
        let cover = DeliveredNotification.Cover(
            application ?? mail,
            identifier,
            Timestamp(seconds: seconds),
            content,
            showing: [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle]
        )
        return DeliveredNotification(cover, isLocked ? nil : content)
    }

    private func screen(
        _ delivered: [DeliveredNotification],
        _ settings: NotificationSettings,
        _ categories: [NotificationCategory] = [],
        at place: NotificationScreen.Place = .lockScreen,
        isLocked: Bool = true
    ) -> [NotificationScreen.Entry] {
        NotificationScreen(
            delivered,
            [mail: NotificationScreen.Rules(settings, categories)],
            at: place,
            isLocked: isLocked
        ).entries
    }

    /// Every text of the entries.
    private func texts(_ entries: [NotificationScreen.Entry]) -> [[String]] {
        entries.map { [$0.title, $0.subtitle, $0.body].compactMap(\.self) }
    }

    private let all = [["Ann", "Lunch", "The code is 2580"]]

    @Test("N-8: with previews always, title and body are on the lock screen")
    func row8() {
        #expect(texts(screen([delivered("a")], settings(.always))) == all)
    }

    @Test("all that can be read on a screen is a text, a line for each part")
    func text() {
        func text(_ previews: PreviewsSetting, _ delivered: DeliveredNotification...) -> String {
            NotificationScreen(
                delivered,
                [mail: NotificationScreen.Rules(settings(previews))],
                at: .lockScreen,
                isLocked: true
            ).text
        }
        #expect(text(.always, delivered("a")) == "Ann\nLunch\nThe code is 2580")
        #expect(
            text(.whenUnlocked, delivered("a"), delivered("b", thread: "b"))
                == "Notification\nNotification"
        )
        #expect(text(.always) == "")
    }

    @Test("N-9: with previews when unlocked, a locked screen has a word in place of the content")
    func row9() {
        for isContentLocked in [true, false] {
            let entries = screen(
                [delivered("a", isLocked: isContentLocked)],
                settings(.whenUnlocked)
            )
            #expect(texts(entries) == [["Notification"]])
            #expect(entries[0].isHidden && entries[0].application == mail)
        }
    }

    @Test(
        "N-10: after the unlock the center has title and body",
        arguments: [PreviewsSetting.always, .whenUnlocked]
    )
    func row10(previews: PreviewsSetting) {
        let entries = screen([delivered("a")], settings(previews), at: .center, isLocked: false)
        #expect(texts(entries) == all)
    }

    @Test("N-11: with previews never, an unlocked screen has the word, too")
    func row11() {
        for place in NotificationScreen.Place.allCases {
            let entries = screen([delivered("a")], settings(.never), at: place, isLocked: false)
            #expect(texts(entries) == [["Notification"]])
        }
    }

    @Test("N-12: hidden notifications of a thread are one entry, with their number")
    func row12() throws {
        let category = try NotificationCategory(
            "message",
            hiddenPreviewsBodyPlaceholder: "%u messages"
        )
        let three = (1...3).map {
            delivered("\($0)", at: Int64($0), thread: "ann", category: "message")
        }
        let other = delivered("4", at: 0, thread: "bob", category: "message")
        let entries = screen(three + [other], settings(.whenUnlocked), [category])
        #expect(texts(entries) == [["3 messages"], ["1 messages"]])
        #expect(entries[0].identifiers == ["3", "2", "1"])
        #expect(entries[0].date == Timestamp(seconds: 3))
        // And each for itself once they may be read.
        let open = screen(three, settings(.whenUnlocked), [category], isLocked: false)
        #expect(open.map(\.identifiers) == [["3"], ["2"], ["1"]])
    }

    @Test(
        "N-13, N-14: a category lets title or subtitle show, and never the body",
        arguments: [
            (NotificationCategory.Options.hiddenPreviewsShowTitle, ["Ann", "Notification"]),
            (.hiddenPreviewsShowSubtitle, ["Lunch", "Notification"]),
            (
                [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle],
                ["Ann", "Lunch", "Notification"]
            ),
            ([], ["Notification"]),
        ] as [(NotificationCategory.Options, [String])]
    )
    func row13(options: NotificationCategory.Options, expected: [String]) throws {
        let category = try NotificationCategory("message", options: options)
        for isLocked in [true, false] {
            let entries = screen(
                [delivered("a", category: "message", isLocked: isLocked)],
                settings(.whenUnlocked),
                [category]
            )
            #expect(texts(entries) == [expected])
        }
    }

    @Test("a cover has nothing of the content that its category does not let show")
    func covers() {
        let content = NotificationContent(title: "Ann", subtitle: "Lunch", body: "The code is 2580")
        func cover(
            _ content: NotificationContent,
            _ options: NotificationCategory.Options
        ) -> DeliveredNotification.Cover {
            DeliveredNotification.Cover(
                mail,
                "a",
                Timestamp(seconds: 1),
                content,
                showing: options
            )
        }
        let bare = cover(content, [.customDismissAction])
        #expect(bare.title == nil && bare.subtitle == nil)
        #expect(!"\(bare)".contains("Ann") && !"\(bare)".contains("2580"))
        let titled = cover(content, .hiddenPreviewsShowTitle)
        #expect(titled.title == "Ann" && titled.subtitle == nil)
        let empty = cover(
            NotificationContent(),
            [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle]
        )
        #expect(empty.title == nil && empty.subtitle == nil)
    }

    @Test("N-15: without a category, or with one that is not registered, the system's word stands")
    func row15() {
        for category in ["", "unknown"] {
            let entries = screen([delivered("a", category: category)], settings(.never))
            #expect(texts(entries) == [["Notification"]])
        }
    }

    @Test("N-16: with the lock screen off, nothing is on it, and all in the center once unlocked")
    func row16() {
        let settings = settings(.always) { $0.showsOnLockScreen = false }
        #expect(screen([delivered("a")], settings).isEmpty)
        #expect(screen([delivered("a")], settings, at: .center).isEmpty)
        #expect(texts(screen([delivered("a")], settings, at: .center, isLocked: false)) == all)
    }

    @Test(
        "of an app that may not notify nothing is seen",
        arguments: [NotificationAuthorization.notDetermined, .denied]
    )
    func notAuthorized(authorization: NotificationAuthorization) {
        let settings = settings(.always) { $0.authorization = authorization }
        for place in NotificationScreen.Place.allCases {
            #expect(screen([delivered("a")], settings, at: place, isLocked: false).isEmpty)
        }
        // Nor of one of which nothing is known.
        #expect(screen([delivered("a", chat)], self.settings(.always)).isEmpty)
    }

    @Test("N-4: what comes provisionally is in the center alone")
    func provisional() {
        let settings = settings(.always) { $0.authorization = .provisional }
        #expect(screen([delivered("a")], settings).isEmpty)
        #expect(texts(screen([delivered("a")], settings, at: .center, isLocked: false)) == all)
    }

    @Test("what is locked shows nothing, whatever the settings say")
    func lockedContent() {
        for previews in PreviewsSetting.allCases {
            for isLocked in [true, false] {
                let entries = screen(
                    [delivered("a", isLocked: true)],
                    settings(previews),
                    isLocked: isLocked
                )
                #expect(texts(entries) == [["Notification"]])
            }
        }
    }

    @Test("the center is a switch of its own, and the system's word may be another language's")
    func switches() {
        let hidden = settings(.always) { $0.showsInCenter = false }
        #expect(screen([delivered("a")], hidden, at: .center, isLocked: false).isEmpty)
        var words = NotificationScreen.Words()
        words.placeholder = "Mitteilung"
        let entries = NotificationScreen(
            [delivered("a")],
            [mail: NotificationScreen.Rules(settings(.never))],
            at: .center,
            isLocked: false,
            words: words
        ).entries
        #expect(texts(entries) == [["Mitteilung"]])
        #expect(entries[0].attachments.isEmpty)
    }

    @Test("the newest is first, of all apps")
    func order() {
        let settings = settings(.always)
        let entries = NotificationScreen(
            [delivered("a", at: 1), delivered("b", at: 3, chat), delivered("c", at: 2)],
            [mail: NotificationScreen.Rules(settings), chat: NotificationScreen.Rules(settings)],
            at: .center,
            isLocked: false
        ).entries
        #expect(entries.map(\.identifiers) == [["b"], ["c"], ["a"]])
        // Of one moment the one that was delivered last is before the others.
        let same = screen([delivered("a"), delivered("b"), delivered("c")], settings)
        #expect(same.map(\.identifiers) == [["c"], ["b"], ["a"]])
        let hidden = screen([delivered("a"), delivered("b")], self.settings(.never))
        #expect(hidden.map(\.identifiers) == [["b", "a"]])
    }
}
