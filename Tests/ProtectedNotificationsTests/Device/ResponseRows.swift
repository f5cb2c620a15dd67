import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing

@Suite("What the user does with notifications (rows N-61 to N-65)")
struct ResponseRows {
    /// A device with one notification of a category.
    private func phone(
        _ options: NotificationCategory.Options = [],
        on device: SimulatedDevice? = nil
    ) throws -> NotifiedPhone {
        let phone = try NotifiedPhone(device)
        try phone.center.setCategories([
            NotificationCategory(
                "message",
                actions: [
                    NotificationAction("open", title: "Open", options: .authenticationRequired),
                    NotificationAction("show", title: "Show", options: .foreground),
                    NotificationAction("reply", title: "Reply", takesText: true),
                ],
                options: options
            )
        ])
        try phone.add("a", category: "message")
        return phone
    }

    private func respond(
        _ phone: NotifiedPhone,
        _ action: String = NotificationResponse.defaultAction,
        text: String? = nil
    ) throws -> NotificationResponse? {
        try phone.notifications.respond(to: "a", of: phone.mail, action: action, text: text)
    }

    @Test(
        "N-61, N-64: an action that needs the unlock, and a tap, reach the app once, after it",
        arguments: ["open", "show", NotificationResponse.defaultAction]
    )
    func rows61and64(action: String) throws {
        let phone = try phone()
        try phone.enter(.locked)
        #expect(refusal { try respond(phone, action) } == .authenticationRequired)
        #expect(try phone.center.takeResponses() == [])
        #expect(try phone.bodies().count == 1)
        try phone.device.unlock()
        let taken = try phone.center.takeResponses()
        #expect(taken.map(\.action) == [action])
        #expect(taken.map(\.content?.body) == ["The code is 2580"])
        #expect(try phone.center.takeResponses() == [])
        #expect(try phone.bodies() == [])
    }

    @Test("N-61: who taps twice is heard once", arguments: [LockState.unlocked, .locked])
    func twice(state: LockState) throws {
        let phone = try phone()
        try phone.enter(state)
        let codes = (0..<2).map { _ in refusal { try respond(phone, "open") } }
        #expect(
            codes
                == (state == .locked
                    ? [.authenticationRequired, .authenticationRequired] : [nil, .notFound])
        )
        if state == .locked { try phone.device.unlock() }
        #expect(try phone.center.takeResponses().map(\.action) == ["open"])
    }

    @Test("of several choices before the unlock the last counts")
    func lastChoice() throws {
        let phone = try phone()
        try phone.enter(.locked)
        #expect(refusal { try respond(phone, "open") } == .authenticationRequired)
        _ = try respond(phone, NotificationResponse.dismissAction)
        try phone.device.unlock()
        #expect(try phone.center.takeResponses() == [])
    }

    @Test("an answer to one does not take away what came in its place")
    func replaced() throws {
        let phone = try phone()
        _ = try respond(phone, "open")
        try phone.add("a", "new", category: "message")
        #expect(try phone.bodies() == ["new"])
        let taken = try phone.center.takeResponses()
        #expect(taken.map(\.action) == ["open"])
        #expect(taken.map(\.content) == [nil])
        #expect(try phone.bodies() == ["new"])
    }

    @Test("what was answered never comes back, wherever a power loss cuts the app's taking of it")
    func cutTaking() throws {
        let trial = try FaultyDevice()
        let phone = try phone(on: trial.device)
        _ = try respond(phone, "open")
        let snapshots = try trial.snapshots { _ = try phone.center.takeResponses() }
        for (call, snapshot) in snapshots.enumerated() {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                let restarted = try RestartedDevice(on: snapshot.crash(choice))
                try restarted.unlock()
                let survivor = NotifiedPhone(restarted: restarted, as: phone)
                #expect(try survivor.center.delivered() == [], "call \(call)")
                // The app has it at the end alone, when nothing is left of the notification.
                let isLeft = try survivor.isLeft(restarted.documents)
                let taken = try survivor.center.takeResponses().map(\.action)
                #expect(taken == ["open"] || taken == [] && !isLeft, "call \(call)")
            }
        }
    }

    @Test("an app that could not take what the user did gets it the next time, with what it says")
    func refusedTaking() throws {
        let phone = try phone()
        _ = try respond(phone, "open")
        let refused = ProtectionError(.inputOutput, "the pipe is closed")
        #expect(throws: refused) {
            try phone.center.takeResponses { _ in throw refused }
        }
        #expect(try phone.bodies() == [])
        var taken: [NotificationResponse] = []
        try phone.center.takeResponses { taken = $0 }
        #expect(taken.map(\.content?.body) == ["The code is 2580"])
        #expect(try phone.center.takeResponses() == [])
    }

    @Test("an answer that waits is not one to what comes after its notification was removed")
    func removed() throws {
        let phone = try phone()
        try phone.enter(.locked)
        #expect(refusal { try respond(phone, "open") } == .authenticationRequired)
        try phone.center.removeDelivered()
        try phone.add("a", "new", category: "message")
        try phone.device.unlock()
        #expect(try phone.bodies() == ["new"])
        #expect(try phone.center.takeResponses().map(\.content) == [nil])
        #expect(try phone.bodies() == ["new"])
    }

    @Test("an answer that the app has not taken is not one to what comes after its removal")
    func removedAnswered() throws {
        let phone = try phone()
        _ = try respond(phone, "open")
        try phone.center.removeDelivered()
        try phone.add("a", "new", category: "message")
        #expect(try phone.bodies() == ["new"])
    }

    @Test("of answers that no app takes the newest hundred are kept")
    func unheard() throws {
        let phone = try phone()
        for number in 0..<103 {
            try phone.add("a", "\(number)", category: "message")
            _ = try respond(phone, "reply", text: "\(number)")
        }
        #expect(try phone.bodies() == [])
        #expect(try phone.center.takeResponses().map(\.text) == (3..<103).map { "\($0)" })
    }

    @Test("N-62: after a restart it never reaches the app")
    func row62() throws {
        let phone = try phone()
        try phone.enter(.locked)
        #expect(refusal { try respond(phone, "open") } == .authenticationRequired)
        try phone.device.rebootAndUnlock()
        #expect(try phone.center.takeResponses() == [])
        #expect(try phone.center.delivered().count == 1)
    }

    @Test("N-63: an action that needs nothing reaches the app at once, with what was typed")
    func row63() throws {
        let phone = try phone()
        try phone.enter(.locked)
        #expect(try respond(phone, "reply", text: "yes")?.text == "yes")
        #expect(try phone.bodies() == [])
        let taken = try phone.center.takeResponses()
        #expect(taken.map(\.text) == ["yes"])
        #expect(taken.map(\.content) == [nil])
        #expect(try phone.classes(".A") + phone.classes(".B") == [])
    }

    @Test(
        "N-65: the app hears of what is dismissed if its category says so",
        arguments: [true, false]
    )
    func row65(hears: Bool) throws {
        let phone = try phone(hears ? .customDismissAction : [])
        try phone.enter(.locked)
        let response = try respond(phone, NotificationResponse.dismissAction)
        #expect((response != nil) == hears)
        #expect(try phone.center.takeResponses().count == (hears ? 1 : 0))
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test(
        "what cannot be done is refused",
        arguments: [
            ("fly", nil, ErrorCode.invalidArgument), ("open", "text", .invalidArgument),
            ("reply", String(repeating: "a", count: 65_537), .limitExceeded),
            ("reply", "a" + String(repeating: "\u{301}", count: 31), .invalidArgument),
        ]
    )
    func refused(action: String, text: String?, code: ErrorCode) throws {
        let phone = try phone()
        #expect(refusal { try respond(phone, action, text: text) } == code)
        #expect(try phone.center.delivered().count == 1)
        try phone.center.removeDelivered()
        #expect(refusal { try respond(phone) } == .notFound)
        #expect(
            refusal { try phone.notifications.respond(to: "a", of: phone.chat) } == .notFound
        )
        try phone.enter(.beforeFirstUnlock)
        #expect(refusal { try respond(phone) } == .protectedDataUnavailable)
    }
}

extension NotifiedPhone {
    /// Whether a cover or a content is on a disk.
    fileprivate func isLeft(_ documents: DeviceDocuments) throws -> Bool {
        guard let store = try documents.existing() else { return false }
        let names = try store.names(in: DevicePath("/Notifications/\(mail)"))
        return names.contains { $0.hasSuffix(".cover") || $0.hasSuffix(".A") }
    }
}
