import DeviceIdentifiers
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO
import TrustedDevices

/// Lets a device pair with another, and hand an activity on to it, over a Unix socket.
final class HandoffWorker {
    /// Where the other device is.
    private final class Place: Sendable {
        private let path = Mutex("")
        var address: String {
            get { path.withLock { $0 } }
            set { path.withLock { $0 = newValue } }
        }
    }

    private let keys: any KeyService
    private let circle: TrustCircle
    private let handoff: DeviceHandoff
    private let place: Place
    private let service: HandoffService
    /// What is offered, and what was continued, kept where it can be found.
    private var activity: UserActivity?
    private var continued: ContinuedActivity?

    init(_ documents: DeviceDocuments) throws {
        let keys = documents.keys
        let place = Place()
        let circle = TrustCircle { documents }
        self.keys = keys
        self.place = place
        self.circle = circle
        handoff = DeviceHandoff(
            circle,
            { documents },
            connect: { _ in
                try SocketTransport(clock: keys.clock)
                    .connect(to: place.address, within: .seconds(10))
            }
        )
        service = handoff.service(
            for: try HandoffApplication(
                try BundleIdentifier("com.example.notes"),
                team: "TEAM1",
                activityTypes: ["com.example.notes.editing"]
            )
        )
    }

    /// Commands are `found SOCKET`, which says a code, and `offer TITLE TEXT` on one side; `join SOCKET CODE`, `meet` and
    /// `continue` on the other.
    func perform(_ arguments: Arguments) throws -> String {
        switch try arguments.text(0) {
        case "found": return try found(at: try arguments.text(1))
        case "offer":
            let activity = try service.activity("com.example.notes.editing")
            activity.title = try arguments.text(1)
            try activity.setUserInfo(["text": .text(try arguments.text(2))])
            try activity.becomeCurrent()
            self.activity = activity
        case "join": try join(at: try arguments.text(1), try arguments.text(2))
        case "meet":
            let standing = try circle.standing()
            for device in standing?.membership.devices ?? [] where device.id != standing?.own {
                try handoff.meet(device)
            }
        case "continue":
            guard let offer = try service.offers().first else { throw ProbeError("no-offer") }
            continued = try service.continueActivity(offer.id)
        default: throw ProbeError("unknown-command")
        }
        return ""
    }

    /// Founds a circle, and answers whoever connects: who comes first with the code joins.
    private func found(at address: String) throws -> String {
        try circle.create(named: "phone")
        let transport = try SocketTransport(listeningAt: address, clock: keys.clock)
        let invitation = try circle.invite()
        let text = try invitation.code.text().withBytes {
            String(decoding: $0.array, as: UTF8.self)
        }
        let handoff = handoff
        try SystemThread.detach {
            var isWaiting = true
            while let connection = try? transport.accept(within: .seconds(600)) {
                if isWaiting {
                    _ = try? invitation.pair(over: connection)
                } else {
                    try? handoff.serve(connection)
                }
                isWaiting = false
            }
        }
        return text
    }

    private func join(at address: String, _ code: String) throws {
        place.address = address
        _ = try circle.join(
            with: try PairingCode(reading: Array(code.utf8).span.bytes),
            named: "desk",
            over: try SocketTransport(clock: keys.clock).connect(to: address, within: .seconds(10))
        )
    }
}
