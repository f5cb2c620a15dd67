import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("A watch tells what a screen shows (rows N-9, N-18, N-67, N-69, N-70)")
struct WatchRows {
    private func watch(_ phone: NotifiedPhone) throws -> NotificationWatch {
        try NotificationWatch(phone.notifications) {}
    }

    @Test("one that takes the place of one that was removed is told")
    func replaced() throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.add("a", "one")
        var watch = try watch(phone)
        try phone.center.removeDelivered()
        try phone.add("a", "two")
        let events = try watch.takeEvents()
        #expect(events.map(\.kind) == [.delivered])
        #expect(events.map(\.entry?.body) == ["two"])
        #expect(try watch.takeEvents().isEmpty)
    }

    @Test("of what a quiet time holds back nothing is told while the device is locked")
    func quiet() throws {
        let phone = try NotifiedPhone(previews: .always)
        var watch = try watch(phone)
        var quiet = QuietTime()
        quiet.isQuiet = true
        try phone.notifications.setQuietTime(quiet)
        try phone.enter(.locked)
        try phone.add("a", "one")
        let events = try watch.takeEvents()
        #expect(events.map(\.kind) == [.delivered] && events[0].entry == nil)
    }

    @Test("N-70: a file that is locked is not told of")
    func attachments() throws {
        let phone = try NotifiedPhone(previews: .always)
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 64)
        try phone.device.files.write(picture, to: "/a.jpg", as: .complete)
        var watch = try watch(phone)
        var content = NotificationContent(body: "look")
        content.attachments = [NotificationContent.Attachment("a", "/a.jpg")]
        try phone.center.add(NotificationRequest("a", content))
        try phone.enter(.locked)
        let entry = try #require(try watch.takeEvents().first?.entry)
        #expect(entry.body == "look" && entry.attachments.isEmpty)
    }

    @Test("a damaged document of one app hides nothing of another, and is named")
    func damage() throws {
        let phone = try NotifiedPhone(previews: .always)
        var watch = try watch(phone)
        let store = try #require(try phone.device.documents.existing())
        try store.write(
            Array("[]".utf8),
            to: "/Notifications/com.example.chat/settings.json",
            as: ProtectionClass.none
        )
        try phone.add("a", "one")
        #expect(try watch.takeEvents().map(\.entry?.body) == ["one"])
        #expect(watch.failures.mapValues(\.code) == [phone.chat: .authenticationFailure])
        try phone.device.identifiers().applications.uninstall(phone.chat)
        #expect(try watch.takeEvents().isEmpty && watch.failures.isEmpty)
    }
}
