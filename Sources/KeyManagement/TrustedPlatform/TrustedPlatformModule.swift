package import SodiumCrypto

/// A TPM 2.0, as far as keys need one; a chip in memory stands in for it in tests.
///
/// Each call is one short conversation, which leaves nothing behind in the chip but the NV indices
/// that it was asked for. Blobs are encoded ``SealedObject``s: public, and useless without the
/// chip.
///
/// All calls throw `ProtectionError`, with ``TPMRefusal`` for its cause: `chip-unavailable` when
/// there is none, `permission-denied` when this user may not use it or its owner's authorization is
/// missing, `busy` when it asks to wait or is locked out, `authentication-failure` when it is
/// another chip, was cleared, or the blob is damaged, `io-error` when it ends in the middle or does
/// not answer.
package protocol TrustedPlatformModule: Sendable {
    /// How the chip is reached, such as `device:/dev/tpmrm0`.
    var address: String { get }

    /// Seals 1 to 128 bytes to this chip and the present values of some of its registers.
    ///
    /// - Throws: also `chip-unavailable` when the chip does not keep all of those.
    func seal(_ secret: borrowing SecureBytes, boundTo registers: PCRSelection) throws -> [UInt8]
    /// What was sealed, in the group `transit`.
    ///
    /// - Throws: also `authentication-failure` when a register has another value.
    func unseal(_ blob: [UInt8], arena: SecureArena) throws -> SecureBytes

    /// Seals 32 bytes so that the chip itself counts wrong PINs: `limit` of them in a row shut it.
    ///
    /// `pinAuth` are 32 bytes derived from the PIN. Takes an NV index, until ``removePIN(_:)``;
    /// `noting` is told its number before it is taken, and another one when somebody else was
    /// faster.
    ///
    /// - Throws: also `no-space` when the chip has no room for an index; `invalid-argument` for a
    ///   limit of 0; what `noting` throws.
    func sealWithPIN(
        _ secret: borrowing SecureBytes,
        pinAuth: borrowing SecureBytes,
        limit: UInt32,
        noting: @escaping @Sendable (_ index: UInt32) throws -> Void
    ) throws -> [UInt8]
    /// What was sealed, in the group `transit`; the right PIN sets the count back to 0.
    ///
    /// - Throws: also `passcode-incorrect`, and `passcode-delayed` when it is shut, whatever the
    ///   PIN; the cause of both is ``PINAttempts``.
    func unsealWithPIN(
        _ blob: [UInt8],
        pinAuth: borrowing SecureBytes,
        arena: SecureArena
    ) throws -> SecureBytes
    /// Where the chip's count stands; asking costs no attempt.
    func pinAttempts(_ blob: [UInt8]) throws -> PINAttempts
    /// Sets the count back to 0, by the owner's authorization: after a recovery.
    func rearmPIN(_ blob: [UInt8]) throws
    /// Gives an index back that counts PINs, after which nobody opens what was sealed with it;
    /// nothing happens when it is gone.
    ///
    /// - Throws: also `authentication-failure` when it is another sort of index.
    func removePIN(_ index: UInt32) throws

    /// Takes an NV index that only counts up, whatever happens to the chip's owner or its power.
    ///
    /// Who has `auth`, 32 bytes, reads it and counts.
    ///
    /// - Throws: also `no-space`.
    func defineCounter(auth: borrowing SecureBytes) throws -> UInt32
    /// The value of a counter.
    ///
    /// - Throws: also `authentication-failure` when it is gone, or `auth` is not its own.
    func counter(_ index: UInt32, auth: borrowing SecureBytes) throws -> UInt64
    /// Adds one; a write to the chip's flash memory, good for some 100,000.
    ///
    /// - Throws: as ``counter(_:auth:)``.
    func increment(_ index: UInt32, auth: borrowing SecureBytes) throws
    /// Gives the index back; nothing happens when it is gone.
    func removeCounter(_ index: UInt32) throws

    /// Whether the chip's owner authorization is set: without it, who starts the machine with a
    /// system of their own sets counts of wrong PINs back.
    func isOwnerAuthorizationSet() throws -> Bool
}

/// Wrong PINs in a row, as the chip counts them; also the cause of a refusal.
package struct PINAttempts: Error, Sendable, Equatable {
    /// So many were wrong.
    package let used: UInt32
    /// So many shut it.
    package let limit: UInt32

    /// A count.
    package init(used: UInt32, limit: UInt32) {
        self.used = used
        self.limit = limit
    }

    /// How many are left.
    package var left: UInt32 { limit > used ? limit - used : 0 }
}

/// Platform configuration registers (PCR) of the bank sha256.
package struct PCRSelection: Sendable, Equatable {
    /// A bit for each register, of which a PC has 24.
    package let mask: UInt32

    /// No register: what is sealed opens whatever was started.
    package static let none = PCRSelection(validMask: 0)

    private init(validMask: UInt32) { mask = validMask }

    /// The registers of a mask; nil when it has more than 24.
    package init?(mask: UInt32) {
        guard mask < 1 << 24 else { return nil }
        self.mask = mask
    }

    /// Numbers and commas, such as `7,11`; nil for anything else.
    package init?(list: String) {
        var mask: UInt32 = 0
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = UInt32(word), number < 24 else { return nil }
            mask |= 1 << number
        }
        self.mask = mask
    }
}

/// How the chips are reached that a device names.
package struct ChipOpener: Sendable {
    /// Reaches none.
    package static let none = ChipOpener { throw TPMRefusal.notBuiltIn.error(of: $0) }

    private let opening: @Sendable (_ address: String) throws -> any TrustedPlatformModule

    /// Reaches chips by their addresses; `opening` throws `authentication-failure` for what is no
    /// way to reach one: it stands in a file.
    package init(
        _ opening: @escaping @Sendable (_ address: String) throws -> any TrustedPlatformModule
    ) {
        self.opening = opening
    }

    /// The chip at an address, which is asked for nothing yet.
    package func chip(at address: String) throws -> any TrustedPlatformModule {
        try opening(address)
    }
}
