import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport

/// Keybags with the right code, as only who reads the device key can make them.
struct KeybagForgery {
    static let headByteCount = 128
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
        try coded(replacing(bytes, at: offset))
    }

    /// The same, with the wraps that the device key alone opens made anew for the changed head;
    /// what the passcode wraps cannot be.
    func rewrapped(_ bytes: [UInt8], at offset: Int) throws -> [UInt8] {
        var content = replacing(bytes, at: offset)
        let head = Array(content[..<Self.headByteCount])
        let wrapping = try derive("wrapping")
        for slot in 0..<2 {
            let key = try open(slot, wrapping)
            content.replaceSubrange(range(of: slot), with: try wrap(key, slot, head, wrapping))
        }
        return try coded(content)
    }

    /// A key that the device key alone opens.
    private func open(_ slot: Int, _ wrapping: borrowing SecureBytes) throws -> SecureBytes {
        let key = try SecureBytes(count: 32, group: .device, arena: arena)
        let wrapped = keybag[range(of: slot)]
        try XChaCha20Poly1305.open(
            Array(wrapped.dropFirst(24)).span.bytes,
            into: key,
            nonce: Array(wrapped.prefix(24)),
            authenticating: binding(slot, Array(keybag[..<Self.headByteCount])),
            key: wrapping
        )
        return key
    }

    /// A keybag that claims to need no passcode, with keys of the forger's own for every class that
    /// the passcode guarded.
    func planted() throws -> [UInt8] {
        var content = replacing([0, 0], at: 14)
        let wrapping = try derive("wrapping")
        let keys = try (0..<6).map { slot in
            if slot < 2 { return SecretBox(try open(slot, wrapping)) }
            return SecretBox(
                try SecureBytes(count: 32, group: .device, arena: arena) { span in
                    span.storeBytes([UInt8](repeating: UInt8(slot + 1), count: 32))
                }
            )
        }
        content.replaceSubrange(96..<128, with: try X25519.publicKey(of: keys[3].secret))
        let head = Array(content[..<Self.headByteCount])
        for (slot, key) in keys.enumerated() {
            content.replaceSubrange(
                range(of: slot),
                with: try wrap(key.secret, slot, head, wrapping)
            )
        }
        return try coded(content)
    }

    private func replacing(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
        var content = Array(keybag.dropLast(32))
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return content
    }

    private func range(of slot: Int) -> Range<Int> {
        let start = Self.headByteCount + slot * Self.wrapByteCount
        return start..<start + Self.wrapByteCount
    }

    private func binding(_ slot: Int, _ head: [UInt8]) -> [UInt8] {
        Array("protection-toolkit keybag 4".utf8) + [UInt8(slot)] + head
    }

    private func wrap(
        _ key: borrowing SecureBytes,
        _ slot: Int,
        _ head: [UInt8],
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
            authenticating: binding(slot, head),
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
