import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport

/// Keybags with the right code, as only who reads the device key can make them.
struct KeybagForgery {
    let keybag: [UInt8]
    private let keyFile: [UInt8]
    private let device: DeviceID

    init(_ disk: InMemoryFileSystem, keyPath: String, device: DeviceID) throws {
        keybag = try HostFiles(disk).bytes("/device/" + Keybag.fileName)
        keyFile = try HostFiles(disk).bytes(keyPath)
        self.device = device
    }

    /// The keybag with other bytes and the right code under this device's key.
    func forged(_ bytes: [UInt8], at offset: Int) throws -> [UInt8] {
        var content = Array(keybag.dropLast(32))
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        let arena = SecureArena()
        let deviceKey = try SecureBytes(count: 32, group: .device, arena: arena) { span in
            span.storeBytes(Array(keyFile[26...]))
        }
        let codeKey = try SecureBytes(count: 32, group: .device, arena: arena)
        let info = "protection-toolkit device 1 keybag code".utf8 + device.bytes
        try HKDFSHA512.expand(deviceKey, info: Array(info), into: codeKey)
        return content + (try KeyedHash.code(of: content.span.bytes, count: 32, key: codeKey))
    }
}
