import DeviceIdentifiers
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// Lets an app of a device notify.
final class InboxWorker {
    private let documents: DeviceDocuments
    private let notifications: DeviceNotifications
    /// What was told, kept where it can be found.
    private var told: [[UInt8]] = []

    init(_ documents: DeviceDocuments, _ files: FileStore) {
        self.documents = documents
        notifications = DeviceNotifications({ documents }, files: { files })
    }

    /// Commands are `prepare`, `deliver TEXT`, `open TEXT`, `remove`, `uninstall` and `keys`, which says the
    /// private keys.
    func perform(_ arguments: Arguments) throws -> String {
        let application = try BundleIdentifier("com.example.mail")
        let center = notifications.center(of: application)
        let applications = IdentifierService(of: documents).applications
        switch try arguments.text(0) {
        case "prepare":
            try applications.install(NewApplication(application))
            try center.requestAuthorization([.alert])
            try notifications.answer(.granted, to: application)
            _ = try center.register([.complete, .completeUntilFirstUserAuthentication])
        case "deliver":
            let content = NotificationContent(title: "Ann", body: try arguments.text(1))
            try center.add(NotificationRequest("a", content))
        case "open": return try open(try arguments.text(1), center)
        case "remove": try center.removeDelivered()
        case "uninstall": try applications.uninstall(application)
        case "keys": return try keys(of: application)
        default: throw ProbeError("unknown-command")
        }
        return ""
    }

    /// Seals a text to each key as a server does, and opens it as the app does.
    private func open(_ text: String, _ center: UserNotificationCenter) throws -> String {
        let registration = try center.register()
        for (number, key) in registration.keys.enumerated() {
            let message = PushMessage(
                NotificationContent(body: text),
                sent: Timestamp(seconds: 1),
                sequence: UInt64(number),
                identifier: ""
            )
            let headers = try RemotePayload.Headers()
            let push = try SealedPush.seal(message, to: registration, as: key.protection, headers)
            let json = #"{"aps":{"alert":"x"},"encrypted-content":"\#(push.text)"}"#
            let payload = try RemotePayload(reading: Array(json.utf8), headers)
            guard case .message = try center.open(payload) else { throw ProbeError("unopened") }
        }
        return "\(registration.keys.count)"
    }

    private func keys(of application: BundleIdentifier) throws -> String {
        let folder = try DevicePath("/Notifications/\(application)")
        guard let store = try documents.existing() else { throw ProbeError("no-documents") }
        let names = try store.names(in: folder).filter { $0.hasSuffix(".key") }
        told = try names.map { try store.read(folder.appending($0)) }
        return told.map(Base64URL.encode).joined(separator: " ")
    }
}
