import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import TestSupport

/// A device with two apps on it that may notify, unless said otherwise.
struct NotifiedPhone {
    let device: SimulatedDevice
    let notifications: DeviceNotifications
    let mail: BundleIdentifier
    let chat: BundleIdentifier

    /// An unlocked device; nil for apps that have not asked.
    init(
        _ device: SimulatedDevice? = nil,
        _ answer: NotificationAnswer? = .granted,
        previews: PreviewsSetting = .whenUnlocked,
        entitlements: NotificationEntitlements = []
    ) throws {
        self.device = try device ?? .make()
        mail = try BundleIdentifier("com.example.mail")
        chat = try BundleIdentifier("com.example.chat")
        notifications = DeviceNotifications(self.device)
        for application in [mail, chat] {
            try self.device.identifiers().applications.install(NewApplication(application))
            guard let answer else { continue }
            let center = notifications.center(of: application)
            try center.requestAuthorization([.alert, .badge, .sound], entitlements: entitlements)
            try notifications.answer(answer, to: application)
            guard answer == .granted else { continue }
            try notifications.updateSettings(of: application) { $0.showsPreviews = previews }
        }
    }

    /// The same documents, seen by a program of a device that was started anew.
    init(restarted device: RestartedDevice, as other: NotifiedPhone) {
        self.device = other.device
        (mail, chat) = (other.mail, other.chat)
        notifications = DeviceNotifications(
            { device.documents },
            files: { other.device.files }
        )
    }

    var center: UserNotificationCenter { notifications.center(of: mail) }

    /// Brings the device from unlocked into a state.
    func enter(_ state: LockState) throws {
        switch state {
        case .unlocked: break
        case .locking: try device.holder.lock(skippingGrace: false)
        case .locked: try device.lock()
        case .beforeFirstUnlock: try device.holder.reboot()
        case .off: try device.holder.shutDown()
        }
    }

    // MARK: What comes

    /// A payload with an alert, unless another is given.
    func payload(
        _ body: String = "The code is 2580",
        title: String = "Ann",
        more: String = "",
        outside: String = "",
        collapseID: String? = nil,
        expiration: Timestamp? = nil
    ) throws -> RemotePayload {
        try payload(
            json: """
                {"aps":{"alert":{"title":"\(title)","body":"\(body)"}\(more)}\(outside)}
                """,
            collapseID: collapseID,
            expiration: expiration
        )
    }

    func payload(
        json: String,
        collapseID: String? = nil,
        expiration: Timestamp? = nil
    ) throws -> RemotePayload {
        try RemotePayload(
            reading: Array(json.utf8),
            RemotePayload.Headers(collapseID: collapseID, expiration: expiration)
        )
    }

    @discardableResult
    func push(
        _ body: String = "The code is 2580",
        as identifier: String? = nil,
        to application: BundleIdentifier? = nil
    ) async throws -> PushOutcome {
        try await notifications.push(
            payload(body, collapseID: identifier),
            to: application ?? mail
        )
    }

    func add(
        _ identifier: String,
        _ body: String = "The code is 2580",
        category: String = "",
        _ trigger: NotificationTrigger? = nil
    ) throws {
        var content = NotificationContent(title: "Ann", body: body)
        content.categoryIdentifier = category
        try center.add(NotificationRequest(identifier, content, trigger))
    }

    // MARK: What is there

    func bodies(at place: NotificationScreen.Place = .lockScreen) throws -> [String] {
        try notifications.screen(at: place).entries.map(\.body)
    }

    /// The documents that are open now and hold a text.
    func documents(holding text: String) throws -> [String] {
        guard let store = try device.documents.existing() else { return [] }
        return try Self.files(in: .root, store).filter { path in
            guard let bytes = try? store.read(path) else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(text)
        }.map(\.description)
    }

    /// The class of each document of an app's folder, by the end of its name.
    func classes(_ end: String, of application: BundleIdentifier? = nil) throws -> [ProtectionClass]
    {
        guard let store = try device.documents.existing() else { return [] }
        let folder = try DevicePath("/Notifications/\((application ?? mail).description)")
        return try store.names(in: folder).filter { $0.hasSuffix(end) }.map {
            try store.metadata(of: try folder.appending($0)).protection
        }
    }

    private static func files(in folder: DevicePath, _ store: FileStore) throws -> [DevicePath] {
        try store.names(in: folder).flatMap { name -> [DevicePath] in
            let path = try folder.appending(name)
            guard try store.kind(of: path) == .directory else { return [path] }
            return try files(in: path, store)
        }
    }
}
