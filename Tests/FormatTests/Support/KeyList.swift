import Foundation
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The keys `read_device.py` starts from.
///
/// They are taken out of a keybag here as the article "The format of a device" says, with the
/// primitives alone, so that the article is checked for this part too: the Debian packages of the
/// reader have no Argon2id.
struct KeyList: Codable, Equatable {
    private(set) var device: String
    private(set) var volume: String
    private(set) var classes: [String: String]

    private struct DoesNotOpen: Error {}

    init(deviceFolder: URL, keyFile: URL, passcode: String?) throws {
        let keybag = try [UInt8](Data(contentsOf: deviceFolder.appendingPathComponent("keybag")))
        let deviceKey = try [UInt8](Data(contentsOf: keyFile))[26..<58]
        let id = Array(keybag[16..<32])
        let root = try SecretBox(Array(deviceKey))
        func derive(_ purpose: String) throws -> SecretBox {
            try Self.expand(root, "protection-toolkit device 1 " + purpose, id)
        }
        let content = Array(keybag.dropLast(32))
        try Self.check(Array(keybag.suffix(32)), of: content, try derive("keybag code"))
        // The first slot, which is the passcode's, or the open one.
        let slot = Slot(keybag)
        let slotKey =
            slot.kind == 0
            ? try derive("wrapping")
            : try Self.passcodeKey(passcode ?? "", slot, try derive("tangling"))
        let slotBinding = Array("protection-toolkit slot 1".utf8) + id + slot.header
        let keybagKey = try SecretBox(try Self.open(slot.wrapped, slotKey, slotBinding))
        let seal = try Self.expand(keybagKey, "protection-toolkit keybag 5 code", [])
        try Self.check(Array(content.suffix(32)), of: Array(content.dropLast(32)), seal)
        let keys = try (0..<6).map { try Self.key($0, in: keybag, keybagKey, id) }
        device = Hexadecimal.encode(id)
        volume = keys[0]
        classes = [:]
        let order: [ProtectionClass] = [
            .none, .complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication,
            .completeWhenUserInactive,
        ]
        for (number, protection) in order.enumerated() {
            classes[protection.name] = keys[number + 1]
        }
    }

    private static func check(_ code: [UInt8], of content: [UInt8], _ key: SecretBox) throws {
        guard try KeyedHash.code(of: content.span.bytes, count: 32, key: key.secret) == code
        else { throw DoesNotOpen() }
    }

    private static func key(
        _ number: Int,
        in keybag: [UInt8],
        _ keybagKey: SecretBox,
        _ device: [UInt8]
    ) throws -> String {
        let start = 264 + 72 * number
        let wrapped = Array(keybag[start..<start + 72])
        let binding: [UInt8] =
            Array("protection-toolkit keybag 5".utf8) + [UInt8(number), 0] + device
        return Hexadecimal.encode(try open(wrapped, keybagKey, binding))
    }

    /// The first slot of a keybag.
    private struct Slot {
        let kind: UInt8
        let header: [UInt8]
        let wrapped: [UInt8]

        init(_ keybag: [UInt8]) {
            let rest = Array(keybag[697...])
            kind = rest[1]
            let dataCount = Int(rest[34]) | Int(rest[35]) << 8
            header = Array(rest[..<(36 + dataCount)])
            wrapped = Array(rest[(36 + dataCount)..<(108 + dataCount)])
        }
    }

    private static func passcodeKey(
        _ passcode: String,
        _ slot: Slot,
        _ tangling: SecretBox
    ) throws -> SecretBox {
        let stretched = try SecretBox([UInt8](repeating: 0, count: 32))
        try Argon2id.derive(
            passcode: try SecretBox(Array(passcode.utf8)).secret,
            salt: Array(slot.header[18..<34]),
            cost: try Argon2id.Cost(
                passes: integer(slot.header[10..<14]),
                memoryKiB: integer(slot.header[14..<18])
            ),
            into: stretched.secret
        )
        let extracted = try SecretBox([UInt8](repeating: 0, count: 64))
        try HKDFSHA512.extract(
            salt: tangling.secret,
            secret: stretched.secret,
            into: extracted.secret
        )
        return try expand(extracted, "passcode key", [])
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func open(
        _ wrapped: [UInt8],
        _ key: SecretBox,
        _ binding: [UInt8]
    ) throws -> [UInt8] {
        let opened = try SecretBox([UInt8](repeating: 0, count: 32))
        try XChaCha20Poly1305.open(
            Array(wrapped[24...]).span.bytes,
            into: opened.secret,
            nonce: Array(wrapped[..<24]),
            authenticating: binding,
            key: key.secret
        )
        return try opened.bytes
    }

    private static func expand(
        _ key: SecretBox,
        _ info: String,
        _ device: [UInt8]
    ) throws -> SecretBox {
        let output = try SecretBox([UInt8](repeating: 0, count: 32))
        try HKDFSHA512.expand(key.secret, info: Array(info.utf8) + device, into: output.secret)
        return output
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try (try encoder.encode(self) + Data("\n".utf8)).write(to: file)
    }
}
