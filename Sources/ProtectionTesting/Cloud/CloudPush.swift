public import CloudRecords
import Foundation
import Synchronization

/// A push about a subscription that a device was sent.
public struct CloudPush: Sendable {
    /// The device.
    public let device: TestDevice
    /// What changed.
    public let notification: RecordNotification
    /// What the device gets: JSON with `aps` and `ck`.
    public let payload: [UInt8]

    /// What the app is handed in `application(_:didReceiveRemoteNotification:)`.
    public var userInfo: [AnyHashable: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(payload))
        return object as? [AnyHashable: Any] ?? [:]
    }
}

/// The push service of a cloud: which device has which token, and what was sent.
final class CloudMailbox: Sendable {
    private struct State {
        var devices: [TestDevice] = []
        var pushes: [CloudPush] = []
    }

    private let state = Mutex(State())

    /// What the push service knows the app on a device by.
    func token(of device: TestDevice) -> [UInt8] {
        state.withLock { state in
            if let index = state.devices.firstIndex(where: { $0 === device }) {
                return Array("device \(index + 1)".utf8)
            }
            state.devices.append(device)
            return Array("device \(state.devices.count)".utf8)
        }
    }

    func take(_ push: RecordPush) throws {
        guard let notification = try RecordNotification(reading: push.payload) else { return }
        state.withLock { state in
            guard
                let device = state.devices.enumerated().first(where: {
                    Array("device \($0.offset + 1)".utf8) == push.device
                })
            else { return }
            state.pushes.append(
                CloudPush(
                    device: device.element,
                    notification: notification,
                    payload: push.payload
                )
            )
        }
    }

    var pushes: [CloudPush] { state.withLock { $0.pushes } }
}
