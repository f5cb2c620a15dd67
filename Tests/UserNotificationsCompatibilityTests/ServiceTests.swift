import Foundation
import Preferences
import ProtectedNotifications
import ProtectionModel
import Synchronization
import Testing
import UserNotificationsCompatibility

@Suite("An app's service extension, unchanged")
struct ServiceTests {
    private final class Answers: Sendable {
        private let all = Mutex<[NotificationContent]>([])

        var titles: [String] { all.withLock { $0.map(\.title) } }

        func take(_ content: NotificationContent) { all.withLock { $0.append(content) } }
    }

    private func request(_ title: String, waits: Bool = false) throws -> NotificationRequest {
        var content = NotificationContent(title: title)
        content.userInfo["waits"] = .boolean(waits)
        return try NotificationRequest(title, content)
    }

    @Test("N-34: Xcode's template changes the title")
    func changes() throws {
        let service: any ServiceExtension = AppServiceExtension { UnchangedService() }
        let answers = Answers()
        service.didReceive(try request("Hello"), answer: answers.take)
        #expect(answers.titles == ["Hello [modified]"])
    }

    @Test("N-37: one that has not answered hears that the time is nearly up, others do not")
    func expires() throws {
        let service = AppServiceExtension { UnchangedService() }
        let answers = Answers()
        service.didReceive(try request("quick"), answer: answers.take)
        service.didReceive(try request("slow", waits: true), answer: answers.take)
        #expect(answers.titles == ["quick [modified]"])
        service.timeWillExpire()
        service.timeWillExpire()
        #expect(answers.titles == ["quick [modified]", "slow [modified]"])
    }

    @Test("N-72: each of two pushes has an object of its own, and its own answer")
    func several() throws {
        let service = AppServiceExtension { UnchangedService() }
        let (first, second) = (Answers(), Answers())
        service.didReceive(try request("first", waits: true), answer: first.take)
        service.didReceive(try request("second", waits: true), answer: second.take)
        service.timeWillExpire()
        #expect(first.titles == ["first [modified]"] && second.titles == ["second [modified]"])
    }

    @Test("a class without methods of its own answers with the original, which came as a push")
    func original() throws {
        final class Curious: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                guard request.trigger is UNPushNotificationTrigger else { return }
                super.didReceive(request, withContentHandler: contentHandler)
                super.serviceExtensionTimeWillExpire()
            }
        }
        let answers = Answers()
        AppServiceExtension { Curious() }.didReceive(try request("a"), answer: answers.take)
        #expect(answers.titles == ["a"])
    }

    @Test("N-40: a second answer is passed on, for the system to record")
    func twice() throws {
        final class Eager: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                contentHandler(UNNotificationContent())
                contentHandler(request.content)
            }
        }
        let answers = Answers()
        AppServiceExtension { Eager() }.didReceive(try request("a"), answer: answers.take)
        #expect(answers.titles == ["", "a"])
    }

    @Test("an object is kept until it answers, and one that never does goes with its process")
    func lifetime() throws {
        let made = Mutex<[Weak]>([])
        let make: @Sendable () -> UNNotificationServiceExtension = {
            let service = UnchangedService()
            made.withLock { $0.append(Weak(service: service)) }
            return service
        }
        var service: AppServiceExtension? = AppServiceExtension(make)
        service?.didReceive(try request("quick")) { _ in }
        service?.didReceive(try request("slow", waits: true)) { _ in }
        #expect(made.withLock { $0.map { $0.service != nil } } == [false, true])
        service = nil
        #expect(made.withLock { $0.map { $0.service != nil } } == [false, false])
    }

    private struct Weak: @unchecked Sendable {
        weak var service: UNNotificationServiceExtension?
    }

    @Test("an answer that cannot be shown gives way to the original, and says why")
    func refused() throws {
        final class Careless: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                content.userInfo["object"] = NSObject()
                contentHandler(content)
            }
        }
        let messages = Mutex<[String]>([])
        let answers = Answers()
        let service = AppServiceExtension { Careless() }
        service.didReceive(try request("a"), answer: answers.take) { error in
            messages.withLock { $0.append(error.message) }
        }
        #expect(answers.titles.isEmpty)
        #expect(messages.withLock(\.first)?.contains("'object'") == true)
        service.didReceive(try request("a"), answer: answers.take)
        #expect(answers.titles == ["a"])
    }
}
