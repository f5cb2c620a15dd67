package import CloudRecords
package import DeviceIdentifiers
import KeyManagement
package import ProtectedNotifications
import ProtectionModel
import Synchronization

/// The push service between a cloud in memory and simulated devices (APNs).
///
/// A device that is off or out of the network gets the newest push of an app when it is back, and
/// none of those before it (Apple, "Setting up a remote notification server").
package final class SimulatedPushService: Sendable {
    private struct Receiver {
        let device: SimulatedDevice
        let application: BundleIdentifier
        var isReachable = true
        var waiting = WaitingPushes()

        var takesPushes: Bool { isReachable && device.lockMachine.state != .off }
    }

    /// What became of a push.
    package struct Delivery: Sendable, Hashable {
        /// The token that it was sent to.
        package let token: [UInt8]
        /// Nil for one that waits, or that no device has the token of.
        package let outcome: PushOutcome?
    }

    private let receivers = Mutex<[[UInt8]: Receiver]>([:])

    /// A service that knows no devices.
    package init() {}

    /// Makes the token of an app on a device.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` for an app that is not installed,
    ///   `protected-data-unavailable` before the first unlock.
    package func register(
        _ application: BundleIdentifier,
        on device: SimulatedDevice
    ) throws -> [UInt8] {
        let token = try device.notifications.center(of: application).register().token
        receivers.withLock {
            if $0[token] == nil { $0[token] = Receiver(device: device, application: application) }
        }
        return token
    }

    /// Takes a device out of the network, or back into it.
    package func setReachable(_ isReachable: Bool, _ token: [UInt8]) {
        receivers.withLock { $0[token]?.isReachable = isReachable }
    }

    /// Delivers the pushes that wait in a cloud, and those that wait here for devices that are back.
    ///
    /// - Throws: ``ProtectionError`` of a device that cannot keep what came.
    @discardableResult
    package func deliver(
        from service: RecordService,
        _ container: ContainerKey
    ) throws -> [Delivery] {
        var deliveries = try deliverWaiting()
        try service.deliverPushes(of: container) { push in
            let payload = try RemotePayload(push)
            let receiver = receivers.withLock { receivers -> Receiver? in
                guard let receiver = receivers[push.device] else { return nil }
                guard !receiver.takesPushes else { return receiver }
                receivers[push.device]?.waiting.add(payload, for: receiver.application)
                return nil
            }
            let outcome = try receiver.map {
                try $0.device.notifications.receive(payload, for: $0.application) { _ in nil }
            }
            deliveries.append(Delivery(token: push.device, outcome: outcome))
        }
        return deliveries
    }

    private func deliverWaiting() throws -> [Delivery] {
        var deliveries: [Delivery] = []
        for (token, receiver) in receivers.withLock({ $0 }) where receiver.takesPushes {
            let pushes = receivers.withLock { $0[token]?.waiting.take() ?? [] }
            for push in pushes {
                let outcome = try receiver.device.notifications.receive(
                    push.payload,
                    for: push.application
                ) { _ in nil }
                deliveries.append(Delivery(token: token, outcome: outcome))
            }
        }
        return deliveries
    }
}

extension RemotePayload {
    /// A push of a record service; what comes twice takes its own place.
    fileprivate init(_ push: RecordPush) throws(ProtectionError) {
        let alert = try RemotePayload(
            reading: push.payload,
            Headers(.alert, collapseID: push.identifier)
        )
        guard !alert.hasAlert, alert.content.badge == nil, alert.content.sound == nil else {
            self = alert
            return
        }
        try self.init(reading: push.payload, Headers(.background, collapseID: push.identifier))
    }
}
