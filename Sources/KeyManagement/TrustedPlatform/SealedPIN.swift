import ProtectionModel

/// What the slot of a PIN keeps: how its chip is reached, and what the chip sealed.
///
/// Little-endian, each with its length before it (2): the address (at most 255 bytes of UTF-8), the
/// ``SealedObject``.
///
/// Before an unlock, only the device key authenticates it. Who writes to the disk without that key
/// gets a refusal for it, before any chip is asked. Who has the key as well may name a chip of
/// their own, and gets a refusal, too: the slot's key is made of the PIN, the device key and what
/// the chip of then sealed. But that chip is shown an HMAC under a key from the PIN, by which PINs
/// can be tried, each at the cost of Argon2id, until the one is found that somebody typed.
package struct SealedPIN: Sendable, Equatable {
    /// How the chip is reached, as ``TrustedPlatformModule/address`` has it.
    package let address: String
    /// With the NV index that counts, and how many wrong PINs shut it.
    package let object: SealedObject

    /// What a chip sealed under a PIN.
    init(address: String, object: SealedObject) {
        self.address = address
        self.object = object
    }

    /// Reads the data of a slot; nil for anything else.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let text = reader.field(atMost: SealedKeyFile.addressByteLimit),
            let address = String(validating: text, as: UTF8.self),
            let object = reader.field(atMost: SealedObject.byteLimit).flatMap(SealedObject.init),
            object.index != 0, reader.remaining == 0
        else { return nil }
        self.init(address: address, object: object)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(field: Array(address.utf8))
        writer.append(field: object.bytes)
        return writer.bytes
    }
}

/// The chip that is to count the wrong guesses at a new PIN.
package struct PINChip: Sendable, Equatable {
    /// How many wrong PINs in a row may be allowed.
    package static let limits: ClosedRange<UInt32> = 1...1_000
    /// So many are, unless somebody says otherwise.
    package static let standardLimit: UInt32 = 10

    /// How the chip is reached, such as `device:/dev/tpmrm0`.
    package let address: String
    /// So many wrong PINs in a row shut it.
    package let limit: UInt32

    /// Names a chip.
    package init(address: String, limit: UInt32 = standardLimit) {
        self.address = address
        self.limit = limit
    }
}

extension KeySlot {
    /// What a chip sealed under the slot's PIN; nil for a slot of another kind.
    package var pin: SealedPIN? { kind == .pin ? SealedPIN(data) : nil }
}
