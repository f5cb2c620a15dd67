import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport

/// Keybags with the right code under the device key, as only who reads that key can make them.
struct KeybagForgery {
    /// Where things stand in the keybag of a device with a passcode.
    enum Offset {
        static let publicKey = 80
        static let generation = 112
        static let deviceWraps = 120
        static let wraps = 264
        static let slotCount = 696
        static let slot = 697
        static let slotCost = slot + 10
        static let slotSalt = slot + 18
        static let slotWrap = slot + 36
        static let name = slotWrap + 72
        static let seal = name + 9
    }

    private static let wrapByteCount = 72

    let keybag: [UInt8]
    private let keyFile: [UInt8]
    private let device: DeviceID
    private let arena = SecureArena()

    init(_ disk: InMemoryFileSystem, keyPath: String, device: DeviceID) throws {
        keybag = try HostFiles(disk).bytes("/device/" + Keybag.fileName)
        keyFile = try HostFiles(disk).bytes(keyPath)
        self.device = device
    }

    /// The keybag with other bytes and the right code under this device's key.
    func forged(_ bytes: [UInt8], at offset: Int) throws -> [UInt8] {
        var content = Array(keybag.dropLast(32))
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return try coded(content)
    }

    /// The keybag with one slot, without what stands in a range, and the right code.
    func forged(removingSlotAt range: Range<Int>) throws -> [UInt8] {
        var content = Array(keybag.dropLast(32))
        content.removeSubrange(range)
        content[Offset.slotCount] = 1
        return try coded(content)
    }

    /// A keybag that claims to need no passcode, with keys of the forger's own for every class that
    /// the passcode guarded.
    func planted() throws -> [UInt8] {
        let wrapping = try derive("wrapping")
        let keybagKey = try secret(77)
        let keys = try (0..<6).map { number in
            number < 2
                ? SecretBox(try openOfDevice(number, wrapping))
                : SecretBox(try secret(UInt8(number + 1)))
        }
        var content = Array(keybag[..<Offset.publicKey])
        content += try X25519.publicKey(of: keys[3].secret)
        content += keybag[Offset.generation..<Offset.wraps]
        for (number, key) in keys.enumerated() {
            content += try seal(key.secret, binding(number, 0), keybagKey)
        }
        let header: [UInt8] = [1, 0] + [UInt8](repeating: 0, count: 34)
        let slotBinding = Array("protection-toolkit slot 1".utf8) + device.bytes + header
        content += [1] + header
        content += try seal(keybagKey, slotBinding, wrapping)
        content += [4] + Array("none".utf8)
        let code = try secret(0)
        try HKDFSHA512.expand(
            keybagKey,
            info: Array("protection-toolkit keybag 5 code".utf8),
            into: code
        )
        content += try KeyedHash.code(of: content.span.bytes, count: 32, key: code)
        return try coded(content)
    }

    private func secret(_ value: UInt8) throws -> SecureBytes {
        try SecureBytes(count: 32, group: .device, arena: arena) { span in
            span.storeBytes([UInt8](repeating: value, count: 32))
        }
    }

    private func openOfDevice(
        _ number: Int,
        _ wrapping: borrowing SecureBytes
    ) throws -> SecureBytes {
        let key = try SecureBytes(count: 32, group: .device, arena: arena)
        let start = Offset.deviceWraps + number * Self.wrapByteCount
        let wrapped = keybag[start..<start + Self.wrapByteCount]
        try XChaCha20Poly1305.open(
            Array(wrapped.dropFirst(24)).span.bytes,
            into: key,
            nonce: Array(wrapped.prefix(24)),
            authenticating: binding(number, 1),
            key: wrapping
        )
        return key
    }

    private func binding(_ number: Int, _ isOfDevice: UInt8) -> [UInt8] {
        Array("protection-toolkit keybag 5".utf8) + [UInt8(number), isOfDevice] + device.bytes
    }

    private func seal(
        _ key: borrowing SecureBytes,
        _ binding: [UInt8],
        _ wrapping: borrowing SecureBytes
    ) throws -> [UInt8] {
        let nonce = [UInt8](repeating: 9, count: 24)
        var sealed = [UInt8](repeating: 0, count: 48)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            key,
            into: &output,
            nonce: nonce,
            authenticating: binding,
            key: wrapping
        )
        return nonce + sealed
    }

    private func coded(_ content: [UInt8]) throws -> [UInt8] {
        let code = try derive("keybag code")
        return content + (try KeyedHash.code(of: content.span.bytes, count: 32, key: code))
    }

    private func derive(_ purpose: String) throws -> SecureBytes {
        let deviceKey = try SecureBytes(count: 32, group: .device, arena: arena) { span in
            span.storeBytes(Array(keyFile[26...]))
        }
        let key = try SecureBytes(count: 32, group: .device, arena: arena)
        let info = "protection-toolkit device 1 \(purpose)".utf8 + device.bytes
        try HKDFSHA512.expand(deviceKey, info: Array(info), into: key)
        return key
    }
}
