import DeviceSimulation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport

/// The keys of a device beside its passcode, and what is done with them.
struct KeyRing {
    let holder: KeyHolder

    init(_ holder: KeyHolder) { self.holder = holder }

    /// A key that is the same each time.
    static func key(
        _ kind: KeySlot.Kind,
        _ seed: UInt8 = 1,
        _ arena: SecureArena
    ) throws -> StrongKey {
        let count = kind == .recoveryKey ? RecoveryKey.byteCount : 64
        return StrongKey(
            kind,
            try SecureBytes(count: count, group: .transit, arena: arena) { span in
                span.storeBytes([UInt8](repeating: seed, count: count))
            }
        )
    }

    func credential(_ kind: KeySlot.Kind, _ seed: UInt8 = 1) throws -> KeyCredential {
        .key(try Self.key(kind, seed, holder.arena))
    }

    func passcode(_ text: String = SimulatedDevice.passcode) throws -> KeyCredential {
        .passcode(try Passcode(published: text, arena: holder.arena))
    }

    func add(
        _ kind: KeySlot.Kind,
        _ seed: UInt8 = 1,
        named name: String? = nil,
        authorizedBy passcode: String = SimulatedDevice.passcode
    ) throws {
        let new = NewKeySlot(name: name ?? kind.word, try credential(kind, seed))
        try holder.addKey(new, authorizedBy: try self.passcode(passcode))
    }

    func addPasscode(_ text: String, named name: String) throws {
        let new = NewKeySlot(name: name, try passcode(text))
        try holder.addKey(new, authorizedBy: try passcode())
    }

    func unlock(_ kind: KeySlot.Kind, _ seed: UInt8 = 1) throws {
        try holder.unlock(try credential(kind, seed))
    }

    func recover(_ new: String, _ seed: UInt8 = 1) throws {
        try holder.recover(
            with: try credential(.recoveryKey, seed),
            settingPasscode: try Passcode(published: new, arena: holder.arena)
        )
    }

    func remove(_ number: UInt8, authorizedBy passcode: String = SimulatedDevice.passcode) throws {
        try holder.removeKey(number, authorizedBy: try self.passcode(passcode))
    }
}
