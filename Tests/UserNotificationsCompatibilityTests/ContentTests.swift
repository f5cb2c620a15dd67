import Foundation
import Preferences
import ProtectedNotifications
import ProtectionModel
import Testing
import UserNotificationsCompatibility

@Suite("Contents of notifications under Apple's names")
struct ContentTests {
    @Test("a new content has Apple's defaults")
    func defaults() {
        for content in [UNNotificationContent(), UNMutableNotificationContent()] {
            #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
            #expect(content.badge == nil && content.sound == nil && content.attachments.isEmpty)
            #expect(content.categoryIdentifier.isEmpty && content.threadIdentifier.isEmpty)
            #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
            #expect(content.launchImageName.isEmpty && content.userInfo.isEmpty)
            #expect(content.summaryArgument.isEmpty && content.summaryArgumentCount == 1)
            #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
        }
    }

    private func full() throws -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "title"
        content.subtitle = "subtitle"
        content.body = "body"
        content.badge = 3
        content.sound = .default
        content.categoryIdentifier = "category"
        content.threadIdentifier = "thread"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.launchImageName = "start"
        content.summaryArgument = "Ann"
        content.summaryArgumentCount = 2
        content.targetContentIdentifier = "scene"
        content.filterCriteria = "work"
        content.attachments = [
            try UNNotificationAttachment(
                identifier: "picture",
                url: URL(fileURLWithPath: "/tmp/a.png")
            )
        ]
        content.userInfo = ["id": 7, "nested": ["list": ["a", "b"], "flag": true]]
        return content
    }

    @Test("a mutable copy is another object with the same content")
    func mutableCopy() throws {
        let content = try full()
        let copy = try #require(content.copy() as? UNNotificationContent)
        #expect(!(copy is UNMutableNotificationContent))
        let mutable = try #require(copy.mutableCopy() as? UNMutableNotificationContent)
        #expect(mutable == content && mutable.hash == content.hash)
        mutable.userInfo["id"] = 8
        #expect(mutable != content)
        mutable.userInfo["id"] = 7
        mutable.body = "other"
        #expect(copy.body == "body" && content.body == "body")
    }

    @Test("a provider changes nothing, and the class stays")
    func providers() throws {
        final class Intent: NSObject, UNNotificationContentProviding {}
        let content = try full()
        let updated = try content.updating(from: Intent())
        #expect(updated is UNMutableNotificationContent && updated == content)
        #expect(updated !== content)
        #expect(try UNNotificationContent().updating(from: Intent()) == UNNotificationContent())
    }

    @Test("what ours has a field for is the same there and back")
    func roundTrip() throws {
        var content = NotificationContent(title: "title", subtitle: "subtitle", body: "body")
        content.badge = 0
        content.threadIdentifier = "thread"
        content.categoryIdentifier = "category"
        content.relevanceScore = 0.25
        content.attachments = [NotificationContent.Attachment("a", "/Documents/a.bin")]
        content.userInfo = [
            "flag": .boolean(true), "one": .integer(1), "large": .integer(Int128(UInt64.max)),
            "real": .real(0.5), "text": .string("t"), "data": .data([1, 2]),
            "date": .date(Timestamp(seconds: 5, nanoseconds: 500_000_000)),
            "list": .array([.boolean(false), .integer(0)]),
            "nested": .dictionary(["key": .array([])]),
        ]
        let sounds: [NotificationContent.Sound?] = [
            nil, .standard, .named("bell"), .critical(name: nil, volume: 0.3),
            .critical(name: "alarm", volume: 1),
        ]
        for sound in sounds {
            content.sound = sound
            #expect(try NotificationContent(UNNotificationContent(content)) == content)
        }
        for level in NotificationContent.InterruptionLevel.allCases {
            content.interruptionLevel = level
            #expect(try NotificationContent(UNNotificationContent(content)) == content)
        }
    }

    @Test("a payload's values answer as the platform's objects do")
    func payloadObjects() {
        var content = NotificationContent()
        content.userInfo = [
            "one": .integer(1), "flag": .boolean(true),
            "aps": .dictionary(["alert": .string("a"), "badge": .integer(2)]),
            "ids": .array([.string("a"), .string("b")]),
        ]
        let userInfo = UNNotificationContent(content).userInfo
        #expect(userInfo["one"] as? Int == 1 && userInfo["one"] as? Bool == true)
        #expect(userInfo["one"] as? NSNumber == 1)
        #expect(userInfo["flag"] as? Bool == true && userInfo["flag"] as? Int == 1)
        #expect(userInfo["ids"] as? [String] == ["a", "b"])
        let aps = userInfo["aps"] as? [String: Any]
        #expect(aps?["badge"] as? Int == 2)
        #expect(userInfo["aps"] as? [AnyHashable: Any] != nil)
        #expect((userInfo["aps"] as? NSDictionary)?["alert"] as? String == "a")
    }

    @Test("Foundation's own objects go over, too")
    func foundationObjects() throws {
        let content = UNMutableNotificationContent()
        content.userInfo = [
            "text" as NSString: "a" as NSString,
            "data": Data([1]) as NSData, "date": Date(timeIntervalSince1970: 2) as NSDate,
            "list": ["a", 1] as NSArray, "nested": ["a": true] as NSDictionary,
        ]
        #expect(
            try NotificationContent(content).userInfo == [
                "text": .string("a"), "data": .data([1]), "date": .date(Timestamp(seconds: 2)),
                "list": .array([.string("a"), .integer(1)]),
                "nested": .dictionary(["a": .boolean(true)]),
            ]
        )
    }

    @Test("what no property list holds is refused, and named")
    func refusals() throws {
        let content = UNMutableNotificationContent()
        for userInfo: [AnyHashable: Any] in [
            ["object": NSObject()], [1: "number"], ["null": NSNull()],
            ["nested": ["url": URL(fileURLWithPath: "/")]],
        ] {
            content.userInfo = userInfo
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try NotificationContent(content)
            }
        }
        content.userInfo = [:]
        content.badge = -1
        #expect(throws: ProtectionError(.invalidArgument, "")) { try NotificationContent(content) }
    }

    @Test("sounds are equal when they sound the same")
    func sounds() {
        let name = UNNotificationSoundName(rawValue: "bell.caf")
        #expect(name == UNNotificationSoundName("bell.caf"))
        #expect(UNNotificationSound(named: name) == UNNotificationSound(named: name))
        #expect(UNNotificationSound.default == .default)
        #expect(UNNotificationSound.defaultCritical == .defaultCriticalSound(withAudioVolume: 1))
        #expect(UNNotificationSound.criticalSoundNamed(name) != UNNotificationSound(named: name))
        #expect(
            UNNotificationSound.criticalSoundNamed(name, withAudioVolume: 0.5)
                != .criticalSoundNamed(name)
        )
        #expect(UNNotificationSound.default.copy() as? UNNotificationSound == .default)
    }

    @Test("an attachment is a file of a kind that is known")
    func attachments() throws {
        let file = URL(fileURLWithPath: "/tmp/photo.JPG")
        let attachment = try UNNotificationAttachment(identifier: "", url: file, options: nil)
        #expect(!attachment.identifier.isEmpty && attachment.url == file)
        #expect(attachment.type == "public.jpeg")
        let web = try #require(URL(string: "https://example.com/a.png"))
        #expect(throws: UNError(.attachmentInvalidURL)) {
            try UNNotificationAttachment(identifier: "a", url: web)
        }
        let unknown = URL(fileURLWithPath: "/tmp/photo")
        #expect(throws: UNError(.attachmentUnrecognizedType)) {
            try UNNotificationAttachment(identifier: "a", url: unknown)
        }
        let hinted = try UNNotificationAttachment(
            identifier: "a",
            url: unknown,
            options: [
                UNNotificationAttachmentOptionsTypeHintKey: "public.png",
                UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
                UNNotificationAttachmentOptionsThumbnailClippingRectKey: NSDictionary(),
                UNNotificationAttachmentOptionsThumbnailTimeKey: 1,
            ]
        )
        #expect(hinted.type == "public.png" && hinted != attachment)
    }
}
