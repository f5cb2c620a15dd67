import DeviceIdentifiers
import Foundation
import Handoff
import ProtectionModel
import Synchronization
import TestSupport
import Testing
import TrustedDevices
import UserActivityCompatibility

/// A phone and a desk that trust each other, with one app on both, and a socket between them.
final class ActivityTrial: Sendable {
    static let type = "com.example.notes.editing"
    private static let patience = Duration.seconds(30)

    let phone: TrustingDevice
    let desk: TrustingDevice
    let phoneApp: HandoffService
    let deskApp: HandoffService
    private let path: String
    private let phoneHandoff: DeviceHandoff
    let deskHandoff: DeviceHandoff

    init(domains: [String] = []) throws {
        let path = NSTemporaryDirectory() + "activity-\(UUID().uuidString.prefix(8))"
        let (phone, desk) = (try TrustingDevice.founder("phone"), try TrustingDevice("desk"))
        let outcome = try pair(phone, desk)
        try #require(outcome.inviter == nil && outcome.joiner == nil)
        let app = try HandoffApplication(
            try BundleIdentifier("com.example.notes"),
            team: "TEAM1",
            activityTypes: [Self.type],
            associatedDomains: domains
        )
        let deskHandoff = DeviceHandoff(desk.device, in: desk.circle) { _ in
            try SocketTransport().connect(to: path, within: Self.patience)
        }
        phoneHandoff = DeviceHandoff(phone.device, in: phone.circle) {
            _ = try? deskHandoff.receive($0)
        } connect: { _ in
            throw ProtectionError(.notFound, "the desk does not listen")
        }
        self.path = path
        self.phone = phone
        self.desk = desk
        self.deskHandoff = deskHandoff
        phoneApp = phoneHandoff.service(for: app)
        deskApp = deskHandoff.service(for: app)
        let founder = try #require(try desk.circle.standing()?.membership.devices.first)
        try serving { try deskHandoff.meet(founder) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Answers one connection to the phone while `body` runs.
    func serving<Result>(_ body: () throws -> Result) throws -> Result {
        try? FileManager.default.removeItem(atPath: path)
        let listening = try SocketTransport(listeningAt: path)
        let done = DispatchSemaphore(value: 0)
        let phone = phoneHandoff
        Thread.detachNewThread {
            if let connection = try? listening.accept(within: Self.patience) {
                try? phone.serve(connection)
            }
            done.signal()
        }
        let result = Swift.Result { try body() }
        if (try? result.get()) != nil { done.wait() }
        return try result.get()
    }

    /// A new activity of the phone's app, as its own code makes it.
    func activity(
        _ type: String = type,
        _ change: (NSUserActivity) -> Void = { _ in }
    ) -> NSUserActivity {
        NSUserActivity.withCurrent(phoneApp) {
            let activity = NSUserActivity(activityType: type)
            change(activity)
            activity.becomeCurrent()
            return activity
        }
    }

    /// What the desk's app is offered.
    var offers: [HandoffOffer] {
        get throws { try deskApp.offers() }
    }

    /// Goes on at the desk, and closes.
    @discardableResult
    func `continue`() throws -> NSUserActivity {
        try serving {
            let offer = try #require(try offers.first)
            let continued = try deskApp.continueActivity(offer.id)
            continued.close()
            return NSUserActivity(continued)
        }
    }
}

/// An app's own delegate.
final class Editor: NSObject, NSUserActivityDelegate, Sendable {
    private let words = Mutex<[String]>([])

    var heard: [String] { words.withLock { $0 } }

    func userActivityWillSave(_ userActivity: NSUserActivity) {
        words.withLock { $0.append("save") }
        userActivity.addUserInfoEntries(from: ["line": 7])
    }

    func userActivityWasContinued(_ userActivity: NSUserActivity) {
        words.withLock { $0.append("continued") }
    }

    func userActivity(
        _ userActivity: NSUserActivity,
        didReceive inputStream: InputStream,
        outputStream: OutputStream
    ) {
        inputStream.open()
        outputStream.open()
        var name = [UInt8](repeating: 0, count: 5)
        let count = inputStream.read(&name, maxLength: 5)
        words.withLock { $0.append(String(decoding: name[..<count], as: UTF8.self)) }
        let draft = Array("milk, bread".utf8)
        _ = outputStream.write(draft, maxLength: draft.count)
        outputStream.close()
        inputStream.close()
    }
}
