import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel
import Synchronization
import UserNotificationsCompatibility

/// One app's notifications, kept in memory.
final class FakeDevice: NotificationCenterBackend {
    struct State {
        var settings = NotificationSettings()
        var answer = NotificationAuthorization.authorized
        var asked: [UNAuthorizationOptions] = []
        var categories: [NotificationCategory] = []
        var pending: [NotificationRequest] = []
        var delivered: [DeliveredNotification] = []
        var badge: Int?
        var failure: ProtectionError?
    }

    let delegate = WeakDelegate()
    private let state: Mutex<State>

    init() { state = Mutex(State()) }

    init(_ change: (inout State) throws -> Void) rethrows {
        var state = State()
        try change(&state)
        self.state = Mutex(state)
    }

    /// A value of what is known now.
    func know<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    private func change<Value: Sendable>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }

    func settings() throws -> NotificationSettings { try change { $0.settings } }

    func requestAuthorization(_ options: UNAuthorizationOptions) throws -> Bool {
        try change { state in
            state.asked.append(options)
            state.settings.authorization = state.answer
            return state.answer == .authorized
        }
    }

    func categories() throws -> [NotificationCategory] { try change { $0.categories } }

    func setCategories(_ categories: [NotificationCategory]) throws {
        try change { $0.categories = categories }
    }

    func add(_ request: NotificationRequest) throws { try change { $0.pending.append(request) } }

    func pending() throws -> [NotificationRequest] { try change { $0.pending } }

    func removePending(_ identifiers: Set<String>?) throws {
        try change { state in
            state.pending.removeAll { identifiers?.contains($0.identifier) ?? true }
        }
    }

    func nextDate(of trigger: NotificationTrigger) throws -> Timestamp? {
        switch trigger {
        case .interval(let interval, _): Timestamp(seconds: 1_000 + interval.components.seconds)
        case .calendar(let moment, _):
            try moment.next(after: Timestamp(seconds: 1_000), deviceZone: "Europe/Berlin")
        case .place: nil
        }
    }

    func delivered() throws -> [DeliveredNotification] { try change { $0.delivered } }

    func removeDelivered(_ identifiers: Set<String>?) throws {
        try change { state in
            state.delivered.removeAll { identifiers?.contains($0.cover.identifier) ?? true }
        }
    }

    func setBadge(_ count: Int) throws { try change { $0.badge = count } }
}

extension DeliveredNotification {
    /// One of an app that came at a second of 1970; its content is locked without one.
    static func make(
        _ identifier: String,
        at second: Int64 = 0,
        _ content: NotificationContent,
        isLocked: Bool = false
    ) throws -> DeliveredNotification {
        DeliveredNotification(
            Cover(
                try BundleIdentifier("com.example.mail"),
                identifier,
                Timestamp(seconds: second),
                content,
                showing: .hiddenPreviewsShowTitle
            ),
            isLocked ? nil : content
        )
    }
}
