import KeyManagement
import ProtectionModel

/// How the PIN of a device stands with its chip, which is asked for that and not for long.
struct PINReport {
    /// How long a chip is waited for by those who only look.
    static let patience: Duration = .seconds(2)
    /// What a chip without an owner's authorization is worth.
    static let withoutOwner =
        "its owner has no authorization, so who starts the machine with a system of their own sets the "
        + "count back; with a storage root key at 0x81000001, 'tpm2_changeauth -c owner' ends that"

    /// What `key list` calls it.
    let name: String
    /// How the chip is reached.
    let address: String
    /// Where the chip's count stands, or why it does not say.
    let count: Result<PINAttempts, ProtectionError>
    /// Whether the chip's owner has an authorization; nil when the chip does not say.
    let isOwned: Bool?

    /// Nil for a device without a PIN.
    init?(_ slots: [KeySlot]) {
        guard let slot = slots.first(where: { $0.pin != nil }), let pin = slot.pin else {
            return nil
        }
        name = slot.name
        address = pin.address
        do {
            let chip = try SecurityChip.named(inFile: pin.address, patience: Self.patience)
            count = .success(try chip.pinAttempts(pin.object.bytes))
            isOwned = try? chip.isOwnerAuthorizationSet()
        } catch {
            count = .failure(ProtectionError(error, "the PIN"))
            isOwned = nil
        }
    }

    /// Whether the chip takes a PIN now.
    var isOpen: Bool { (try? count.get()).map { $0.left > 0 } ?? false }

    /// How it stands, for a line of its own.
    var words: String {
        switch count {
        case .success(let count) where count.left == 0:
            "shut after \(count.limit) wrong ones; the TPM is '\(address)'"
        case .success(let count):
            "the TPM '\(address)' takes \(count.left) of \(count.limit) wrong ones"
        case .failure(let error): error.message
        }
    }
}
