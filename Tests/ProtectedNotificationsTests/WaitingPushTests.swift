import DeviceIdentifiers
import Preferences
import ProtectedNotifications
import ProtectionModel
import TestSupport
import Testing

@Suite("Pushes for a device that is off (row N-54)")
struct WaitingPushTests {
    private func payload(_ body: String) throws -> RemotePayload {
        try RemotePayload(NotificationContent(body: body), RemotePayload.Headers())
    }

    private func take(_ waiting: inout WaitingPushes) -> [String] {
        waiting.take().map { "\($0.application): \($0.payload.content.body)" }
    }

    @Test("N-54: the newest of each app waits, in the order in which they were sent")
    func row54() throws {
        let (mail, chat) = (try BundleIdentifier("a.mail"), try BundleIdentifier("a.chat"))
        var waiting = WaitingPushes()
        waiting.add(try payload("one"), for: mail)
        waiting.add(try payload("two"), for: mail)
        waiting.add(try payload("other"), for: chat)
        waiting.add(try payload("three"), for: mail)
        #expect(take(&waiting) == ["a.chat: other", "a.mail: three"])
        #expect(take(&waiting) == [])
        waiting.add(try payload("four"), for: mail)
        #expect(take(&waiting) == ["a.mail: four"])
    }

    @Test("a payload says what its content says, and a service extension may change it")
    func payloads() throws {
        var content = NotificationContent(title: "Ann", subtitle: "Lunch", body: "hi \"there\"")
        content.badge = 3
        content.sound = .standard
        content.categoryIdentifier = "message"
        content.userInfo = ["chat": .integer(7)]
        let payload = try RemotePayload(content, RemotePayload.Headers())
        #expect(payload.content == content)
        #expect(payload.runsExtension)
        #expect(payload.sealedText == nil)
        content.userInfo = ["key": .data([1])]
        #expect(
            refusal { try RemotePayload(content, RemotePayload.Headers()) } == .invalidArgument
        )
        content.userInfo = [:]
        content.body = String(repeating: "x", count: 4_096)
        #expect(
            refusal { try RemotePayload(content, RemotePayload.Headers()) } == .payloadTooLarge
        )
    }
}
