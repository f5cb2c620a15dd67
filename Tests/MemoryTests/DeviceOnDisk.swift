import Foundation
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// Works out every secret of a device from what is on disk and the passcode.
///
/// From the documented formats and the primitives alone, so that the scanned process need not say
/// what it holds.
struct DeviceOnDisk {
    private static let slots: [ProtectionClass?] = [
        nil, ProtectionClass.none, .complete, .completeUnlessOpen,
        .completeUntilFirstUserAuthentication, .completeWhenUserInactive,
    ]

    private let derivation = Derivation()
    private let device: [UInt8]
    private let publicKey: [UInt8]
    private let classKeys: [ProtectionClass: [UInt8]]
    /// Everything but files' secrets.
    let needles: [Needle]

    init(directory: String, key: String, passcode: [UInt8]) throws {
        let file = try [UInt8](Data(contentsOf: URL(filePath: key)))
        let keybag = try [UInt8](Data(contentsOf: URL(filePath: directory + "/keybag")))
        let device = Array(keybag[16..<32])
        let derivation = derivation
        let deviceKey = Array(file[26..<58])
        var needles = [Needle(name: "device key", bytes: deviceKey)]
        func secret(_ purpose: String) throws -> [UInt8] {
            let info = Array("protection-toolkit device 1 \(purpose)".utf8) + device
            let bytes = try derivation.expand(deviceKey, info, 32)
            needles.append(Needle(name: "device secret for \(purpose)", bytes: bytes))
            return bytes
        }
        for purpose in [
            "wrapping", "keybag code", "attempt code", "verifier code", "erase code", "rules code",
        ] {
            _ = try secret(purpose)
        }
        let passcodeKey = try Self.passcodeKey(
            passcode,
            salt: Array(keybag[715..<731]),
            tangling: try secret("tangling"),
            derivation,
            &needles
        )
        self.device = device
        publicKey = Array(keybag[80..<112])
        // The first slot is the passcode's.
        let keybagKey = try derivation.open(
            Array(keybag[757..<805]),
            nonce: Array(keybag[733..<757]),
            data: Array("protection-toolkit slot 1".utf8) + device + keybag[697..<733],
            key: passcodeKey
        )
        needles.append(Needle(name: "keybag key", bytes: keybagKey))
        classKeys = try Self.classKeys(in: keybag, keybagKey: keybagKey, derivation, &needles)
        self.needles = needles
    }

    /// Opens the keys of a keybag.
    private static func classKeys(
        in keybag: [UInt8],
        keybagKey: [UInt8],
        _ derivation: Derivation,
        _ needles: inout [Needle]
    ) throws -> [ProtectionClass: [UInt8]] {
        var classKeys: [ProtectionClass: [UInt8]] = [:]
        for (index, protection) in slots.enumerated() {
            let start = 264 + 72 * index
            let key = try derivation.open(
                Array(keybag[start + 24..<start + 72]),
                nonce: Array(keybag[start..<start + 24]),
                data: Array("protection-toolkit keybag 5".utf8) + [UInt8(index), 0]
                    + keybag[16..<32],
                key: keybagKey
            )
            needles.append(Needle(name: protection.map(keyName) ?? "volume key", bytes: key))
            if let protection {
                classKeys[protection] = key
            } else {
                let info = Array("protection-toolkit volume 1".utf8) + keybag[16..<32]
                let keys = try derivation.expand(key, info, 224)
                needles.append(Needle(name: "volume keys", bytes: keys))
            }
        }
        return classKeys
    }

    /// What a class key is called.
    static func keyName(_ protection: ProtectionClass) -> String { "key of \(protection.name)" }

    /// What a wrong or right passcode leads to.
    private static func passcodeKey(
        _ passcode: [UInt8],
        salt: [UInt8],
        tangling: [UInt8],
        _ derivation: Derivation,
        _ needles: inout [Needle]
    ) throws -> [UInt8] {
        let stretched = try derivation.stretch(passcode, salt: salt)
        let extracted = try derivation.extract(salt: tangling, stretched)
        let key = try derivation.expand(extracted, Array("passcode key".utf8), 32)
        needles += [
            Needle(name: "passcode", bytes: passcode),
            Needle(name: "Argon2 output", bytes: stretched),
            Needle(name: "tangled passcode", bytes: extracted),
            Needle(name: "passcode key", bytes: key),
        ]
        return key
    }

    /// The secrets of a sealed file, each named after `name`.
    func secrets(ofFile path: String, named name: String) throws -> [Needle] {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        guard let slot = try handle.read(upToCount: 512).map([UInt8].init), slot.count == 512,
            let protection = ProtectionClass(rawValue: slot[56]),
            let classKey = classKeys[protection]
        else { throw CocoaError(.fileReadCorruptFile) }
        let fileID = Array(slot[40..<56])
        let wrap = Array(slot[152..<152 + Int(slot[60])])
        let binding =
            Array("protection-toolkit wrap 1".utf8) + [protection.rawValue] + device + fileID
        var needles: [Needle] = []
        let isAgreed = protection == .completeUnlessOpen
        let key =
            isAgreed
            ? try agreedKey(classKey, with: Array(wrap[..<32]), binding, name, &needles) : classKey
        let fileKey = try derivation.open(
            Array(wrap[(isAgreed ? 32 : 24)...]),
            nonce: isAgreed ? [UInt8](repeating: 0, count: 24) : Array(wrap[..<24]),
            data: isAgreed ? [] : binding,
            key: key
        )
        let info = Array("protection-toolkit file".utf8) + [slot[8], slot[9], slot[57], slot[58]]
        let keys = try derivation.expand(fileKey, info + device + fileID, 108)
        guard Array(keys[44..<76]) == Array(slot[120..<152]) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return needles + [
            Needle(name: "\(name): file key", bytes: fileKey),
            Needle(name: "\(name): base key", bytes: Array(keys[..<32])),
            Needle(name: "\(name): log key", bytes: Array(keys[76...])),
        ]
    }

    /// The key that a file of class B is wrapped under.
    private func agreedKey(
        _ privateKey: [UInt8],
        with ephemeral: [UInt8],
        _ binding: [UInt8],
        _ name: String,
        _ needles: inout [Needle]
    ) throws -> [UInt8] {
        let shared = try derivation.agree(privateKey, ephemeral)
        let extracted = try derivation.extract(salt: [UInt8](repeating: 0, count: 64), shared)
        let key = try derivation.expand(extracted, binding + ephemeral + publicKey, 32)
        needles += [
            Needle(name: "\(name): agreement", bytes: shared),
            Needle(name: "\(name): extracted agreement", bytes: extracted),
            Needle(name: "\(name): agreed key", bytes: key),
        ]
        return key
    }
}
