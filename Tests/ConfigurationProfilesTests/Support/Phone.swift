import Foundation
import ProtectedStore
import TestSupport

/// A device on disk that is on and was never unlocked; it goes with this object.
final class Phone {
    let device: Device
    /// Where it lies, as `phone`, beside its key.
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "device-\(UUID().uuidString)"
    )

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = DeviceOptions()
        options.passcodeCost = .interactive
        let (phone, key) = (folder.path() + "/phone", folder.path() + "/phone.key")
        try Device.create(
            at: phone,
            keyAt: key,
            options: options,
            passcode: DevicePasscode(published: "2580")
        )
        device = try Device(at: phone, keyAt: key)
        try device.boot()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func unlock() throws { try device.unlock(DevicePasscode(published: "2580")) }
}
