import ProtectionModel
import SodiumCrypto

extension DeviceRecords {
    /// What lies where an erase leaves its mark.
    private enum FoundMark {
        case none
        /// This device's, or when there is no key to tell by, one that could be.
        case genuine
        /// Made by no erase of this device.
        case forged
    }

    /// Judges the mark by `known`, else by the key that is stored.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    private func foundMark(_ known: DeviceSecrets?) throws -> FoundMark {
        guard let mark = try directory.eraseMark() else { return .none }
        guard let secrets = try known ?? storedSecrets() else {
            return EraseMark.isWellFormed(mark, for: deviceID) ? .genuine : .forged
        }
        do {
            return try EraseMark.isValid(mark, for: deviceID, secrets) ? .genuine : .forged
        } catch { throw ProtectionError(error, "the mark of an erase") }
    }

    /// Nil when the key is gone, or overwritten: an erase came at least that far.
    private func storedSecrets() throws -> DeviceSecrets? {
        do { return try secrets() } catch let error as ProtectionError {
            // A chip that does not open a key, after another start for example, says nothing about
            // an erase.
            guard !(error.cause is TPMRefusal) else { throw error }
            switch error.code {
            // Whether what is there now may be removed is for the key source to say.
            case .deviceKeyMissing, .authenticationFailure: return nil
            default: throw error
            }
        }
    }

    /// The slots of a keybag that is still there.
    private func slots(_ secrets: DeviceSecrets) -> [KeySlot] {
        (try? keybag(secrets).slots) ?? []
    }

    /// Notes durably that an erase is begun, unless a genuine mark says so already; `known` is what
    /// a device that is on has of its key.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`; `device-key-missing` or
    ///   `authentication-failure` when there is no key to make the mark with.
    func markErased(_ known: DeviceSecrets?) throws {
        guard try foundMark(known) != .genuine else { return }
        let secrets = try known ?? secrets()
        let mark: [UInt8]
        do { mark = try EraseMark.make(for: deviceID, secrets) } catch {
            throw ProtectionError(error, "the mark of an erase")
        }
        try directory.markErased(mark)
    }

    /// Destroys what opens the device: the slots first, since some of them need no device key.
    ///
    /// - Returns: why the slots could not be overwritten, although the device key is gone.
    /// - Throws: `ProtectionError` as for the device key.
    func destroyKeys() throws -> ProtectionError? {
        var failure: ProtectionError?
        do { try directory.keybag.destroy() } catch {
            failure = ProtectionError(error, "the keybag")
        }
        try keySource.destroy(for: deviceID)
        return failure
    }

    /// Overwrites the slots of a device whose key is lost: nothing opens it afterwards.
    ///
    /// - Throws: `ProtectionError` with `busy` while another process holds its keys, `io-error`.
    package func eraseWithoutDeviceKey() throws {
        let claim = try directory.claim()
        try directory.keybag.destroy()
        withExtendedLifetime(claim) {}
    }

    /// Finishes an erase that was begun here, where a crash came between its mark and the end of
    /// the key.
    ///
    /// - Returns: whether the device is erased.
    /// - Throws: `ProtectionError` with `authentication-failure` when the mark is not this
    ///   device's, or the key file is another device's: nothing is destroyed then;
    ///   `permission-denied`, `io-error`.
    package func finishErase() throws -> Bool {
        switch try foundMark(nil) {
        case .none: return false
        case .genuine:
            // A mark that no key vouches for could be anybody's; the keybag went before the key.
            let secrets = try storedSecrets()
            let pins = CountedPIN(self)
            let indices = pins.indices(of: secrets.map(slots) ?? [], secrets)
            let counters = keySource.counters(of: deviceID, secrets)
            if secrets != nil { try directory.keybag.destroy() }
            // What an erase left of the key goes, too.
            if try !isDeviceKeyMissing() { try keySource.destroy(for: deviceID) }
            pins.remove(indices)
            for counter in counters { counter.giveBack() }
            return true
        case .forged:
            throw ProtectionError(
                .authenticationFailure,
                "the mark '\(directory.path)/.erased' was not made by an erase of this device, so"
                    + " nothing was erased; remove that file to use the device"
            )
        }
    }
}
