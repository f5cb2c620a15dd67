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
        let code = try derive("keybag code")
        guard
            try KeyedHash.code(of: Array(keybag[..<560]).span.bytes, count: 32, key: code.secret)
                == Array(keybag[560...])
        else { throw DoesNotOpen() }
        let wrapping = try derive("wrapping")
        let passcodeKey =
            keybag[14] == 0
            ? wrapping : try Self.passcodeKey(passcode ?? "", keybag, try derive("tangling"))
        let keys = try (0..<6).map { number in
            try Self.open(keybag, number, number < 2 ? wrapping : passcodeKey)
        }
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

    private static func passcodeKey(
        _ passcode: String,
        _ keybag: [UInt8],
        _ tangling: SecretBox
    ) throws -> SecretBox {
        let stretched = try SecretBox([UInt8](repeating: 0, count: 32))
        try Argon2id.derive(
            passcode: try SecretBox(Array(passcode.utf8)).secret,
            salt: Array(keybag[40..<56]),
            cost: try Argon2id.Cost(
                passes: integer(keybag[32..<36]),
                memoryKiB: integer(keybag[36..<40])
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
        _ keybag: [UInt8],
        _ number: Int,
        _ key: SecretBox
    ) throws -> String {
        let wrapped = Array(keybag[128 + 72 * number..<200 + 72 * number])
        let opened = try SecretBox([UInt8](repeating: 0, count: 32))
        try XChaCha20Poly1305.open(
            Array(wrapped[24...]).span.bytes,
            into: opened.secret,
            nonce: Array(wrapped[..<24]),
            authenticating: Array("protection-toolkit keybag 4".utf8) + [UInt8(number)]
                + Array(keybag[..<128]),
            key: key.secret
        )
        return Hexadecimal.encode(try opened.bytes)
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
