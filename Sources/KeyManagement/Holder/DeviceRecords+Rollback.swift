import ProtectionModel
import SodiumCrypto

// The pins, on a device that has some; on any other, nothing happens here.
extension DeviceRecords {
    private var pin: RollbackPin? { keySource.rollbackPin(of: .keybag, of: deviceID) }

    /// The pin of the folders' generations.
    var folderPin: RollbackPin? { keySource.rollbackPin(of: .folders, of: deviceID) }

    /// Whether an older copy is noticed.
    var noticesRollback: Bool { pin != nil }

    /// Checks that a keybag is the newest.
    ///
    /// - Throws: `ProtectionError` with `rolled-back`; as ``TrustedPlatformModule`` says.
    func checkIsNewest(_ keybag: Keybag, _ secrets: DeviceSecrets) throws {
        try pin?.check(keybag.pinned, key: secrets.rollback)
    }

    /// Says that `keybag` is to take the place of `present`, before it does.
    ///
    /// - Throws: as ``checkIsNewest(_:_:)`` of the present one.
    func announce(
        _ keybag: Keybag,
        after present: Keybag,
        _ secrets: DeviceSecrets
    ) throws {
        try pin?.announce(keybag.pinned, after: present.pinned, key: secrets.rollback)
    }

    /// Makes the keybag that is in place for good the only one that is right.
    ///
    /// - Throws: as ``checkIsNewest(_:_:)``.
    func settlePin(on keybag: Keybag, _ secrets: DeviceSecrets) throws {
        try pin?.settle(on: keybag.pinned, key: secrets.rollback)
    }

    /// Takes a keybag for the newest, whatever was before.
    ///
    /// - Throws: as ``RollbackPin/accept(_:key:)``.
    func pin(_ keybag: Keybag, _ secrets: DeviceSecrets) throws {
        try pin?.accept(keybag.pinned, key: secrets.rollback)
    }
}

extension RollbackPin.State {
    /// Where a device begins, or begins anew: with nothing.
    package static let none = Self(0, [UInt8](repeating: 0, count: digestByteCount))
}

extension Keybag {
    /// What the pin against rollback remembers of it.
    var pinned: RollbackPin.State { RollbackPin.State(generation, code) }
}
