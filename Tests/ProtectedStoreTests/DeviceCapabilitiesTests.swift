import Foundation
import ProtectedStore
import TestSupport
import Testing

@Suite("What a device can be asked before it is opened")
final class DeviceCapabilitiesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "capabilities-\(UUID().uuidString)"
    )

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("what is made can be opened, and says its format without a key")
    func made() throws {
        let current = DeviceCapabilities.current
        #expect(current.readableFormats.contains(current.newFormat))
        #expect(current.hasChaCha20Poly1305)
        let (phone, key) = (folder.path() + "/phone", folder.path() + "/phone.key")
        var options = DeviceOptions()
        options.cipher = .aes256GCM
        let refused = refusal {
            try Device.createWithoutPasscode(at: phone, keyAt: key, options: options)
        }
        #expect(refused == (current.hasAES256GCM ? nil : .cipherUnavailable))
        guard refused == nil else { return }
        try FileManager.default.removeItem(atPath: key)
        #expect(try DeviceCapabilities.format(ofDeviceAt: phone) == current.newFormat)
    }

    @Test("what is not a device has no format")
    func noDevice() throws {
        #expect(
            refusal { try DeviceCapabilities.format(ofDeviceAt: folder.path() + "/none") }
                == .deviceNotFound
        )
        #expect(
            refusal { try DeviceCapabilities.format(ofDeviceAt: folder.path()) } == .deviceNotFound
        )
        try Data("no keybag".utf8).write(to: folder.appending(path: "keybag"))
        #expect(
            refusal { try DeviceCapabilities.format(ofDeviceAt: folder.path()) }
                == .authenticationFailure
        )
    }
}
