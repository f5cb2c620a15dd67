import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder {
    package func unlock(_ passcode: borrowing Passcode) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(passcode) else { return }
        try transition { (state, now) throws(KeyError) in
            try Self.checkIsWanted(state, guess)
            state.adopt(try openAll(guess, passcodeKey))
            return state.machine.unlock(at: now)
        }
    }

    package func setPasscode(_ new: borrowing Passcode) throws(KeyError) {
        advance()
        let (keybag, secrets) = try state.withLock { (state) throws(KeyError) in
            try Self.checkIsOn(state)
            guard !state.keybag.hasPasscode else {
                throw KeyError(.alreadyExists, "the device has a passcode")
            }
            guard let secrets = state.secrets else {
                throw KeyError(.deviceOff, "the device is off")
            }
            return (state.keybag, secrets)
        }
        try storeAttempts(AttemptRecord(), secrets)
        try replacePasscode(
            keybag,
            secrets,
            oldPasscodeKey: nil,
            stretch(new, cost: keybag.settings)
        )
    }

    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(old) else {
            throw KeyError(.passcodeNotSet, "the device has no passcode")
        }
        try replacePasscode(
            guess.keybag,
            guess.secrets,
            oldPasscodeKey: passcodeKey,
            stretch(new, cost: guess.keybag.settings)
        )
    }

    package func removePasscode(_ old: borrowing Passcode) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(old) else {
            throw KeyError(.passcodeNotSet, "the device has no passcode")
        }
        try replacePasscode(guess.keybag, guess.secrets, oldPasscodeKey: passcodeKey, nil)
    }

    private func openAll(
        _ guess: Guess,
        _ passcodeKey: SecretBox
    ) throws(KeyError) -> [ProtectionClass: SecretBox] {
        var keys: [ProtectionClass: SecretBox] = [:]
        do throws(CryptoError) {
            for slot in Keybag.Slot.allCases {
                guard let protection = slot.protection else { continue }
                keys[protection] = try guess.keybag.open(
                    slot,
                    passcodeKey: passcodeKey,
                    secrets: guess.secrets,
                    arena: arena
                )
            }
        } catch { throw KeyError(error, "the keybag") }
        return keys
    }

    private static func checkIsWanted(
        _ state: borrowing State,
        _ guess: Guess
    ) throws(KeyError) {
        try checkIsOn(state)
        guard state.voidCount == guess.voidCount else {
            throw KeyError(.busy, "the device was locked while the passcode was checked")
        }
    }

    /// Writes a keybag with the same keys under another passcode, or under none.
    private func replacePasscode(
        _ old: Keybag,
        _ secrets: DeviceSecrets,
        oldPasscodeKey: SecretBox?,
        _ new: (salt: [UInt8], stretched: SecretBox)?
    ) throws(KeyError) {
        let keybag: Keybag
        let bytes: [UInt8]
        do throws(CryptoError) {
            var keys: [Keybag.Slot: SecretBox] = [:]
            for slot in Keybag.Slot.allCases {
                keys[slot] = try old.open(
                    slot,
                    passcodeKey: oldPasscodeKey,
                    secrets: secrets,
                    arena: arena,
                    group: .transit
                )
            }
            let passcodeKey: SecretBox? =
                if let new {
                    SecretBox(try secrets.passcodeKey(ofStretched: new.stretched.secret))
                } else { nil }
            keybag = try Keybag.seal(
                keys,
                settings: old.settings,
                device: deviceID,
                salt: new?.salt ?? random.bytes(Argon2id.saltByteCount),
                passcodeKey: passcodeKey,
                secrets: secrets,
                random: random
            )
            bytes = try keybag.encode(secrets)
        } catch { throw KeyError(error, "the keybag") }
        try transition { (state, now) throws(KeyError) in
            try Self.checkIsOn(state)
            try directory.keybag.replace(with: bytes)
            state.keybag = keybag
            if !keybag.hasPasscode { try loadWithoutPasscode(&state, secrets) }
            return state.machine.passcodeChanged(
                hasPasscode: keybag.hasPasscode,
                at: now
            )
        }
    }

    private func loadWithoutPasscode(
        _ state: inout State,
        _ secrets: DeviceSecrets
    ) throws(KeyError) {
        do throws(CryptoError) {
            for slot in Keybag.Slot.allCases {
                guard let protection = slot.protection else { continue }
                guard state.classKeys[protection] == nil else { continue }
                state.classKeys[protection] = try state.keybag.open(
                    slot,
                    passcodeKey: nil,
                    secrets: secrets,
                    arena: arena
                )
            }
        } catch { throw KeyError(error, "the keybag") }
    }
}

extension KeyHolder.State {
    /// Takes the class keys that are missing; those that are there stay, with their open files.
    fileprivate mutating func adopt(_ keys: [ProtectionClass: SecretBox]) {
        for (protection, key) in keys where classKeys[protection]?.secret.isWiped ?? true {
            classKeys[protection] = key
        }
    }
}
