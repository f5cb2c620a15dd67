import ProtectionModel
package import SodiumCrypto

/// What somebody shows in order to open a device.
package enum KeyCredential: ~Copyable, Sendable {
    /// Guesses at it are counted, and are slow.
    case passcode(Passcode)
    case key(StrongKey)
}

/// A secret that nobody can guess, so that trying it need not be slow.
package struct StrongKey: ~Copyable, Sendable {
    /// A recovery key, or a key file.
    package let kind: KeySlot.Kind
    /// A recovery key's 20 bytes, or what is in the file.
    package let secret: SecureBytes

    /// How long a key file may be, in bytes: fewer than 32 could be guessed.
    package static let fileByteCounts = 32...Passcode.byteLimit

    /// Takes over a secret.
    package init(_ kind: KeySlot.Kind, _ secret: consuming SecureBytes) {
        self.kind = kind
        self.secret = secret
    }
}

/// A slot that is to be made.
package struct NewKeySlot: ~Copyable, Sendable {
    /// 1 to 64 bytes that can be shown, which no other slot of the device has.
    package let name: String
    /// What is to open it.
    package let credential: KeyCredential
    /// What belongs to its kind.
    package let data: [UInt8]
    /// What counts wrong guesses at it; nil for what is no PIN.
    package let chip: PINChip?

    /// Gathers what a slot is made of.
    package init(name: String, _ credential: consuming KeyCredential, data: [UInt8] = []) {
        self.name = name
        self.credential = credential
        self.data = data
        chip = nil
    }

    /// A PIN at which a chip counts wrong guesses.
    package init(name: String, pin: consuming Passcode, countedBy chip: PINChip) {
        self.name = name
        credential = .passcode(pin)
        data = []
        self.chip = chip
    }
}

/// A slot that was opened, and the keybag key that was in it.
struct OpenedSlot: Sendable {
    let slot: KeySlot
    let keybagKey: SecretBox

    /// Opens a slot, and checks that the whole keybag was written by somebody who could.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect` under a wrong key;
    ///   `authentication-failure` when somebody changed the keybag who has the device key alone.
    init(
        _ slot: KeySlot,
        of keybag: Keybag,
        under key: borrowing SecureBytes,
        _ arena: SecureArena
    ) throws {
        self.slot = slot
        do {
            keybagKey = try slot.unwrap(under: key, device: keybag.deviceID, arena: arena)
        } catch {
            guard error.code == .authenticationFailure else {
                throw ProtectionError(error, "the keybag")
            }
            throw ProtectionError(.passcodeIncorrect, "the passcode is wrong")
        }
        do { try keybag.check(under: keybagKey) } catch {
            guard error.code == .authenticationFailure else {
                throw ProtectionError(error, "the keybag")
            }
            throw ProtectionError(
                .authenticationFailure,
                "the keybag was changed without any of its keys: nothing was opened"
            )
        }
    }

    /// Opens the slot of a key that nobody can guess.
    ///
    /// - Throws: `ProtectionError` with `passcode-not-set` for a kind that the keybag does not have,
    ///   `passcode-incorrect`, `authentication-failure`.
    init(
        openedBy key: borrowing StrongKey,
        in keybag: Keybag,
        _ arena: SecureArena
    ) throws {
        let kind = key.kind
        let slots = keybag.slots.filter { $0.kind == kind }
        guard !slots.isEmpty else {
            throw ProtectionError(.passcodeNotSet, "the device has no \(kind)")
        }
        for slot in slots {
            do {
                let wrapping = try slot.key(of: key.secret, device: keybag.deviceID)
                self = try OpenedSlot(slot, of: keybag, under: wrapping.secret, arena)
                return
            } catch let error as ProtectionError where error.code == .passcodeIncorrect {
                continue
            } catch { throw ProtectionError(error, "the \(kind)") }
        }
        throw ProtectionError(.passcodeIncorrect, "the \(kind) is not one of this device's")
    }
}
