import Foundation
import ProtectedNotifications
import ProtectionModel
import Testing
import UserNotificationsCompatibility

@Suite("Requests and their triggers under Apple's names")
struct RequestTests {
    @Test("a request keeps a copy of its content that cannot be changed")
    func copies() {
        let content = UNMutableNotificationContent()
        content.title = "before"
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        content.title = "after"
        #expect(request.content.title == "before")
        #expect(!(request.content is UNMutableNotificationContent))
        #expect(request.copy() as? UNNotificationRequest === request)
        #expect(
            request != UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        )
    }

    private static var triggers: [NotificationTrigger?] {
        get throws {
            var parts = CalendarMoment.Parts()
            parts.hour = 8
            parts.weekday = 2
            let home = try NotificationPlace.Position(latitude: 52.5, longitude: 13.4)
            return [
                nil, .interval(.seconds(90), repeats: true),
                .interval(.seconds(0.25), repeats: false),
                .calendar(try CalendarMoment(parts), repeats: true),
                .calendar(try CalendarMoment(parts, timeZone: "Asia/Tokyo"), repeats: false),
                .place(try NotificationPlace(home, radius: 100, on: .leave), repeats: true),
            ]
        }
    }

    @Test("requests are the same there and back")
    func roundTrip() throws {
        for trigger in try Self.triggers {
            let request = try NotificationRequest("a", NotificationContent(title: "t"), trigger)
            let object = UNNotificationRequest(request)
            #expect(try NotificationRequest(object) == request)
            #expect(object == UNNotificationRequest(request) && object.hash == "a".hashValue)
            #expect(object.trigger?.repeats == trigger.map(\.isRepeating))
        }
    }

    @Test("what comes from a server says so, and has no trigger here")
    func pushes() throws {
        let request = try NotificationRequest("a", NotificationContent())
        let object = UNNotificationRequest(request, isPush: true)
        #expect(object.trigger is UNPushNotificationTrigger && object.trigger?.repeats == false)
        #expect(try NotificationRequest(object) == request)
    }

    private func refusal(_ trigger: UNNotificationTrigger) -> Bool {
        let request = UNNotificationRequest(
            identifier: "a",
            content: UNNotificationContent(),
            trigger: trigger
        )
        do {
            _ = try NotificationRequest(request)
            return false
        } catch { return error.code == .invalidArgument }
    }

    @Test("N-55: an interval is more than 0 s, and 60 s or more when it repeats")
    func intervals() {
        func interval(_ seconds: Double, _ repeats: Bool) -> UNTimeIntervalNotificationTrigger {
            UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
        }
        #expect(refusal(interval(0, false)) && refusal(interval(59, true)))
        #expect(refusal(interval(.nan, false)) && refusal(interval(.infinity, false)))
        #expect(!refusal(interval(60, true)) && !refusal(interval(0.5, false)))
        #expect(interval(5, false) == interval(5, false))
        #expect(interval(5, false) != interval(6, false) && interval(5, false).timeInterval == 5)
    }

    @Test("times that never come, and parts that ours does not know, are refused")
    func calendars() {
        func time(_ change: (inout DateComponents) -> Void) -> UNCalendarNotificationTrigger {
            var components = DateComponents()
            change(&components)
            return UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
        }
        #expect(refusal(time { _ in }))
        #expect(refusal(time { ($0.month, $0.day) = (2, 31) }))
        #expect(refusal(time { ($0.hour, $0.weekOfYear) = (8, 3) }))
        #expect(refusal(time { ($0.hour, $0.calendar) = (8, Calendar(identifier: .hebrew)) }))
        #expect(!refusal(time { ($0.hour, $0.nanosecond) = (8, 5) }))
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let whole = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: whole, repeats: false)
        #expect(!refusal(trigger) && trigger.dateComponents == whole)
    }

    @Test("the next date is by the clock of the device, and nil without one")
    func nextDates() {
        let minute = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        var eight = DateComponents()
        eight.hour = 8
        let daily = UNCalendarNotificationTrigger(dateMatching: eight, repeats: true)
        UNUserNotificationCenter.withCurrent(FakeDevice()) {
            #expect(minute.nextTriggerDate() == Date(timeIntervalSince1970: 1_060))
            #expect(daily.nextTriggerDate() == Date(timeIntervalSince1970: 7 * 3_600))
            #expect(
                UNTimeIntervalNotificationTrigger(timeInterval: .nan, repeats: false)
                    .nextTriggerDate() == nil
            )
        }
    }

    @Test("a place is ours, for there is no region of CoreLocation")
    func places() throws {
        let home = try NotificationPlace.Position(latitude: 0, longitude: 0)
        let place = try NotificationPlace(home, radius: 100, on: .enter)
        let trigger = UNLocationNotificationTrigger(place: place, repeats: true)
        #expect(trigger.place == place && trigger.repeats)
        #expect(trigger == UNLocationNotificationTrigger(place: place, repeats: true))
    }

    @Test("a notification whose content is locked has what its cover says")
    func locked() throws {
        var content = NotificationContent(title: "title", subtitle: "subtitle", body: "secret")
        content.threadIdentifier = "thread"
        let open = UNNotification(try .make("a", at: 9, content))
        #expect(open.request.content.body == "secret" && open.request.identifier == "a")
        #expect(open.date == Date(timeIntervalSince1970: 9))
        let locked = UNNotification(try .make("a", at: 9, content, isLocked: true))
        #expect(locked.request.content.title == "title")
        #expect(locked.request.content.subtitle.isEmpty && locked.request.content.body.isEmpty)
        #expect(locked.request.content.threadIdentifier == "thread" && locked != open)
    }

    @Test("a response has its notification, its action and its text")
    func responses() throws {
        let notification = UNNotification(try .make("a", NotificationContent()))
        let opened = UNNotificationResponse(
            notification,
            action: UNNotificationDefaultActionIdentifier
        )
        #expect(opened.notification === notification)
        #expect(opened.actionIdentifier != UNNotificationDismissActionIdentifier)
        let reply: UNNotificationResponse = UNTextInputNotificationResponse(
            notification,
            action: "reply",
            text: "yes"
        )
        #expect((reply as? UNTextInputNotificationResponse)?.userText == "yes")
    }
}

extension NotificationTrigger {
    fileprivate var isRepeating: Bool {
        switch self {
        case .interval(_, let repeats), .calendar(_, let repeats), .place(_, let repeats): repeats
        }
    }
}
