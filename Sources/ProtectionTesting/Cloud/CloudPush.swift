public import CloudRecords
import Foundation

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
