package import ProtectionModel
import SodiumCrypto

/// One way to the keys of a device: the keybag key, wrapped under one secret.
///
/// In the keybag, little-endian: number (1), kind (1), creation in seconds since 1970 (8), Argon2id
/// passes (4) and KiB (4), zeros for kinds that are not stretched, salt (16), length of the data
/// (2), data; then the wrapped keybag key (72), with `"protection-toolkit slot 1"`, the device id
/// and what stands before it as associated data; length of the name (1), name (UTF-8).
package struct KeySlot: Sendable, Equatable {
    /// What opens a slot.
    package enum Kind: UInt8, Sendable, CaseIterable, CustomStringConvertible {
        /// The device key alone: the device has no passcode.
        case device = 0
        /// What somebody types to unlock.
        case passcode
        /// A key of 160 bits that was shown once, for the day when the passcode is forgotten.
        case recoveryKey
        /// The content of a file, such as one on a stick.
        case keyFile
        /// What somebody types to unlock, and a chip counts wrong guesses at.
        case pin

        /// The word for it, which is also the name of a slot that was given none.
        package var word: String {
            switch self {
            case .device: "none"
            case .passcode: "passcode"
            case .recoveryKey: "recovery"
            case .keyFile: "file"
            case .pin: "tpm"
            }
        }

        /// The kind as the object of a sentence.
        package var description: String {
            switch self {
            case .device: "open slot"
            case .passcode: "passcode"
            case .recoveryKey: "recovery key"
            case .keyFile: "key file"
            case .pin: "PIN"
            }
        }

        /// Whether it unlocks a device: with one of these, locking means something.
        package var unlocks: Bool { self == .keyFile || isTyped }

        /// Whether a slot of the kind may have that with it.
        fileprivate func allows(data: [UInt8]) -> Bool {
            switch self {
            case .device, .passcode, .keyFile: data.isEmpty
            case .recoveryKey: true
            case .pin: SealedPIN(data) != nil
            }
        }

        /// Whether somebody types its secret: it can be guessed, so that guessing has to be slow.
        package var isTyped: Bool { self == .passcode || self == .pin }
    }

    /// How many slots a keybag has at most.
    package static let limit = 16
    /// How long a name is at most, in bytes of UTF-8.
    package static let nameByteLimit = 64
    /// How long what belongs to a kind is at most, in bytes.
    package static let dataByteLimit = 2_048

    /// Its own among those of its keybag; 1 to 255.
    package let number: UInt8
    package let kind: Kind
    /// Its own among those of its keybag; without control characters.
    package private(set) var name: String
    /// When it was made.
    package let created: Timestamp
    /// What trying its secret costs; nil for a kind that is not stretched.
    let cost: Argon2id.Cost?
    let salt: [UInt8]
    /// What belongs to the kind: a recovery key that is sealed to somebody else's key; a PIN's
    /// ``SealedPIN``.
    package let data: [UInt8]
    /// The keybag key under the slot's secret.
    var wrapped: [UInt8] = []

    /// A slot that wraps nothing yet.
    init(
        _ kind: Kind,
        number: UInt8,
        name: String,
        created: Timestamp,
        cost: Argon2id.Cost? = nil,
        salt: [UInt8],
        data: [UInt8] = []
    ) {
        self.kind = kind
        self.number = number
        self.name = name
        self.created = Timestamp(seconds: created.seconds)
        self.cost = cost
        self.salt = salt
        self.data = data
    }

    /// The same under another name, which is not bound to the wrapped key.
    func named(_ name: String) -> KeySlot {
        var slot = self
        slot.name = name
        return slot
    }

    /// What the wrapped key is bound to.
    var header: [UInt8] {
        var writer = ByteWriter()
        writer.append(number)
        writer.append(kind.rawValue)
        writer.append(created.seconds)
        writer.append(cost?.passes ?? 0)
        writer.append(cost?.memoryKiB ?? 0)
        writer.append(salt)
        writer.append(UInt16(data.count))
        writer.append(data)
        return writer.bytes
    }

    var bytes: [UInt8] { header + wrapped + [UInt8(name.utf8.count)] + name.utf8 }

    /// Reads a slot; nil for anything that is not written by ``bytes``.
    init?(from reader: inout ByteReader) {
        guard let number = reader.integer(UInt8.self), number > 0,
            let kind = reader.integer(UInt8.self).flatMap(Kind.init(rawValue:)),
            let created = reader.integer(Int64.self),
            let passes = reader.integer(UInt32.self), let memory = reader.integer(UInt32.self),
            let salt = reader.bytes(Argon2id.saltByteCount),
            let dataCount = reader.integer(UInt16.self), dataCount <= Self.dataByteLimit,
            let data = reader.bytes(Int(dataCount)),
            let wrapped = reader.bytes(BoundWrap.byteCount),
            let nameCount = reader.integer(UInt8.self),
            let name = reader.bytes(Int(nameCount)).flatMap({
                String(validating: $0, as: UTF8.self)
            }), Self.isName(name)
        else { return nil }
        let cost = try? Argon2id.Cost(passes: passes, memoryKiB: memory)
        guard kind.isTyped ? cost != nil : passes == 0 && memory == 0,
            kind.allows(data: data)
        else { return nil }
        self.init(
            kind,
            number: number,
            name: name,
            created: Timestamp(seconds: created),
            cost: cost,
            salt: salt,
            data: data
        )
        self.wrapped = wrapped
    }

    /// Whether a slot may have that name: 1 to 64 bytes that can be shown, and that nobody takes for
    /// nothing or for a number.
    package static func isName(_ text: String) -> Bool {
        (1...nameByteLimit).contains(text.utf8.count) && text == text.printable
            && !text.allSatisfy { $0.isWhitespace || $0.isNumber }
    }
}

extension [KeySlot] {
    /// A name that none of them has: the word, or the word and a letter.
    func freeName(_ word: String) -> String {
        let names = [word] + (0..<26).map { "\(word) \(Character(UnicodeScalar(UInt8(97 + $0))))" }
        return names.first { name in !contains { $0.name == name } } ?? word
    }

    /// The lowest number that none of them has.
    ///
    /// - Throws: `ProtectionError` with `limit-exceeded` when there are as many as there may be.
    func freeNumber() throws -> UInt8 {
        guard count < KeySlot.limit,
            let number = (1...UInt8.max).first(where: { number in
                !contains { $0.number == number }
            })
        else {
            throw ProtectionError(
                .limitExceeded,
                "the device has \(KeySlot.limit) keys, which is the most; remove one first"
            )
        }
        return number
    }
}
