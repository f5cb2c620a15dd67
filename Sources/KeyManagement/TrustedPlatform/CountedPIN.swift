import ProtectionModel
import SodiumCrypto

/// The PIN of a device whose wrong guesses a chip counts: makes and opens what the chip seals, and
/// gives its indices back.
package struct CountedPIN: Sendable {
    /// How a refusal ends that only another key ends.
    package static let isShut = "takes this PIN no more"
    /// How a refusal begins that says nothing about the PIN.
    package static let isUnjudged = "the PIN cannot be tried now"

    private let records: DeviceRecords

    init(_ records: DeviceRecords) { self.records = records }

    /// Seals a new secret under a PIN, and notes the index that this takes before it is taken.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument`, `io-error`, `no-space`; as
    ///   ``TrustedPlatformModule`` says.
    func seal(
        _ secret: SecretBox,
        _ keys: PINKeys,
        _ place: PINChip,
        _ secrets: DeviceSecrets
    ) throws -> SealedPIN {
        guard PINChip.limits.contains(place.limit) else {
            throw ProtectionError(
                .invalidArgument,
                "a PIN has \(PINChip.limits.lowerBound) to \(PINChip.limits.upperBound) tries"
            )
        }
        let chip = try records.chips.chip(at: place.address)
        // What an earlier change left goes first, where that is possible now.
        giveBack(secrets)
        let before = noted(secrets)
        let blob = try chip.sealWithPIN(
            secret.secret,
            pinAuth: keys.authorization.secret,
            limit: place.limit
        ) { index in
            try note(before + [PINIndexNote.Entry(index, at: chip.address)], secrets)
        }
        guard let object = SealedObject(blob), object.index != 0,
            (1...SealedKeyFile.addressByteLimit).contains(chip.address.utf8.count)
        else { throw ProtectionError(.internalError, "the TPM sealed more than was asked") }
        return SealedPIN(address: chip.address, object: object)
    }

    /// What the chip sealed.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-delayed`, with
    ///   ``PINAttempts`` for their cause; as ``TrustedPlatformModule`` says.
    func open(_ slot: KeySlot, _ keys: PINKeys) throws -> SecretBox {
        guard let pin = slot.pin else {
            throw ProtectionError(.authenticationFailure, "the keybag is damaged")
        }
        return SecretBox(
            try records.chips.chip(at: pin.address).unsealWithPIN(
                pin.object.bytes,
                pinAuth: keys.authorization.secret,
                arena: records.arena
            )
        )
    }

    /// Sets the count back, after another key was right; where the chip refuses that, it stays.
    func rearm(_ slots: [KeySlot]) {
        for pin in slots.compactMap(\.pin) {
            try? records.chips.chip(at: pin.address).rearmPIN(pin.object.bytes)
        }
    }
}

// Indices.
extension CountedPIN {
    /// Notes the indices that a new keybag is about to give up.
    ///
    /// - Returns: whether there are any.
    /// - Throws: `ProtectionError` with `io-error`, `no-space`.
    func noteEnd(
        from old: Keybag,
        to new: Keybag,
        _ secrets: DeviceSecrets
    ) throws -> Bool {
        let kept = new.slots.compactMap(\.pin).map(PINIndexNote.Entry.init)
        let ended = old.slots.compactMap(\.pin).map(PINIndexNote.Entry.init).filter {
            !kept.contains($0)
        }
        guard !ended.isEmpty else { return false }
        try note(noted(secrets) + ended, secrets)
        return true
    }

    /// Gives back every noted index that the keybag in place does not name; what no chip answers
    /// for now stays noted.
    func giveBack(_ secrets: DeviceSecrets) {
        let entries = noted(secrets)
        guard !entries.isEmpty else { return }
        do {
            try records.directory.keybag.synchronize()
            let slots = try records.keybag(secrets).slots
            // By the number alone: a chip can be reached in several ways.
            let used = Set(slots.compactMap { $0.pin?.object.index })
            let rest = remove(entries.filter { !used.contains($0.index) })
            try note(rest, secrets)
        } catch {}
    }

    /// The indices of a device that is going to be erased.
    func indices(of slots: [KeySlot], _ secrets: DeviceSecrets?) -> [PINIndexNote.Entry] {
        slots.compactMap(\.pin).map(PINIndexNote.Entry.init) + (secrets.map(noted) ?? [])
    }

    /// Gives indices back as far as their chips answer.
    ///
    /// - Returns: those that are left.
    @discardableResult
    func remove(_ entries: [PINIndexNote.Entry]) -> [PINIndexNote.Entry] {
        entries.filter { entry in
            do {
                try records.chips.chip(at: entry.address).removePIN(entry.index)
                return false
            } catch {
                // Somebody else's index has its number by now.
                return (error as? ProtectionError)?.cause as? TPMRefusal != .indexReplaced
            }
        }
    }

    /// One that does not authenticate is none of ours.
    private func noted(_ secrets: DeviceSecrets) -> [PINIndexNote.Entry] {
        guard let bytes = try? records.directory.pinIndexNote(),
            let note = try? PINIndexNote.decode(bytes, for: records.deviceID, secrets)
        else { return [] }
        return note.entries
    }

    private func note(_ entries: [PINIndexNote.Entry], _ secrets: DeviceSecrets) throws {
        guard !entries.isEmpty else { return try records.directory.storePINIndexNote(nil) }
        let bytes: [UInt8]
        do {
            bytes = try PINIndexNote(entries).encode(for: records.deviceID, secrets)
        } catch { throw ProtectionError(error, "the note of a PIN's index") }
        try records.directory.storePINIndexNote(bytes)
    }
}

/// What a PIN leads to, tangled with the device key.
struct PINKeys: Sendable {
    /// What is proven to the chip; 32 bytes.
    let authorization: SecretBox
    /// The PIN's part of the slot's key; 64 bytes.
    private let part: SecretBox

    init(authorization: SecretBox, part: SecretBox) {
        self.authorization = authorization
        self.part = part
    }

    /// The slot's key: what the chip sealed does not lead to it without the PIN, so that a chip
    /// that is broken leaves whoever broke it with PINs to try.
    func key(with sealed: SecretBox) throws(CryptoError) -> SecretBox {
        let arena = sealed.secret.arena
        let count = HKDFSHA512.hashByteCount
        let extracted = try SecureBytes(count: count, group: .transit, arena: arena)
        try HKDFSHA512.extract(salt: part.secret, secret: sealed.secret, into: extracted)
        let key = try SecureBytes(count: 32, group: .transit, arena: arena)
        try HKDFSHA512.expand(extracted, info: Array("pin slot key".utf8), into: key)
        return SecretBox(key)
    }
}

extension DeviceSecrets {
    /// What a PIN leads to that was stretched with its slot's salt and cost.
    func pinKeys(ofStretched stretched: borrowing SecureBytes) throws(CryptoError) -> PINKeys {
        let extracted = try extract(stretched, salt: tangling)
        let arena = stretched.arena
        let authorization = try SecureBytes(count: 32, group: .transit, arena: arena)
        try HKDFSHA512.expand(
            extracted,
            info: Array("pin authorization".utf8),
            into: authorization
        )
        let count = HKDFSHA512.hashByteCount
        let part = try SecureBytes(count: count, group: .transit, arena: arena)
        try HKDFSHA512.expand(extracted, info: Array("pin part".utf8), into: part)
        return PINKeys(authorization: SecretBox(authorization), part: SecretBox(part))
    }
}
