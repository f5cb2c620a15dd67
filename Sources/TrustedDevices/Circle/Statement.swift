import KeyManagement
package import ProtectionModel
package import SodiumCrypto

/// What one device says about the circle: signed, numbered, and chained to what it said before.
///
/// ```
/// version     1   1
/// kind        1   0 found, 1 add, 2 remove, 3 rename
/// circle     16
/// signer     16
/// number      4   from 1, little-endian
/// previous   32   BLAKE2b-256 of the signer's statement before, zeros for the first
/// content         found: salt 16, record · add: record · rename: length 1, name
///                 remove: device 16, number 4, hash 32 (its last statement that counts; zeros for none)
/// signature  64   Ed25519: "protection-toolkit statement 1", all of the above
/// ```
///
/// There is one encoding of each, of 136 to 375 bytes.
package struct Statement: Sendable, Hashable {
    /// The place of a statement in its signer's chain.
    package struct Link: Sendable, Hashable {
        /// Before the first.
        package static let none = Link(number: 0, hash: [UInt8](repeating: 0, count: 32))

        /// From 1; 0 stands before the first.
        package let number: UInt32
        /// 32 bytes, of the statement with its signature.
        package let hash: [UInt8]

        /// Names a place.
        package init(number: UInt32, hash: [UInt8]) {
            self.number = number
            self.hash = hash
        }
    }

    /// What is said.
    package enum Content: Sendable, Hashable {
        /// The signer begins a circle.
        case found(salt: [UInt8], DeviceRecord)
        /// A device belongs to the user, too.
        case add(DeviceRecord)
        /// What the device has said up to `last` goes on counting, and nothing else.
        case remove(TrustedDevice.ID, last: Link)
        /// The signer has another name.
        case rename(String)
    }

    static let version: UInt8 = 1
    /// Of the founding, in bytes.
    package static let saltByteCount = 16
    /// No statement is longer.
    static let byteLimit = 512

    /// Who says it.
    package let signer: TrustedDevice.ID
    /// How many the signer has made, with this one.
    package let number: UInt32
    let circle: CircleID
    let previous: [UInt8]
    /// What it says.
    package let content: Content
    private let signature: [UInt8]
    /// As it travels, and is kept.
    package let bytes: [UInt8]
    /// BLAKE2b-256 of ``bytes``.
    let hash: [UInt8]

    /// Says something after what was said before.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    package init(
        _ content: Content,
        in circle: CircleID,
        after last: Link,
        by key: borrowing Ed25519.SigningKey
    ) throws {
        self.content = content
        self.circle = circle
        signer = TrustedDevice.ID(identityKey: key.publicKey)
        number = last.number + 1
        previous = last.hash
        let unsigned = Self.unsigned(content, circle, signer, number, previous)
        signature = try key.sign(Self.signed(unsigned))
        bytes = unsigned + signature
        hash = GenericHash.hash(of: bytes)
    }

    /// Reads one, whose signature is still to be looked at.
    ///
    /// - Throws: ``ProtectionError`` with `unsupported-version`; `authentication-failure` for anything that
    ///   ``bytes`` would not give.
    package init(reading bytes: [UInt8]) throws(ProtectionError) {
        guard bytes.first ?? 0 <= Self.version else {
            throw ProtectionError(.unsupportedVersion, "a statement of a newer version")
        }
        var reader = ByteReader(bytes)
        guard bytes.count <= Self.byteLimit, reader.integer(UInt8.self) == Self.version,
            let kind = reader.integer(UInt8.self),
            let circle = reader.bytes(CircleID.byteCount).flatMap(CircleID.init),
            let signer = reader.id(), let number = reader.integer(UInt32.self), number > 0,
            let previous = reader.bytes(Self.hashByteCount),
            let content = Content(kind, &reader),
            let signature = reader.bytes(Ed25519.signatureByteCount), reader.remaining == 0
        else { throw ProtectionError(.authenticationFailure, "a statement cannot be read") }
        self.circle = circle
        self.signer = signer
        self.number = number
        self.previous = previous
        self.content = content
        self.signature = signature
        self.bytes = bytes
        hash = GenericHash.hash(of: bytes)
    }

    /// Equal when the bytes are.
    package static func == (left: Statement, right: Statement) -> Bool { left.bytes == right.bytes }

    /// Hashes the hash.
    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Its place in the chain.
    package var link: Link { Link(number: number, hash: hash) }

    /// The keys that it tells of.
    var record: DeviceRecord? {
        switch content {
        case .found(_, let record), .add(let record): record
        case .remove, .rename: nil
        }
    }

    /// Whom it removes.
    var removed: TrustedDevice.ID? {
        if case .remove(let device, _) = content { device } else { nil }
    }

    /// Whether the owner of a key, who must be the signer, has signed it.
    func isSigned(by key: [UInt8]) -> Bool {
        TrustedDevice.ID(identityKey: key) == signer
            && Ed25519.isSignature(
                signature,
                of: Self.signed(bytes.dropLast(signature.count)),
                by: key
            )
    }

    private static let hashByteCount = 32

    private static func signed(_ unsigned: some Sequence<UInt8>) -> [UInt8] {
        Array("protection-toolkit statement 1".utf8) + unsigned
    }

    private static func unsigned(
        _ content: Content,
        _ circle: CircleID,
        _ signer: TrustedDevice.ID,
        _ number: UInt32,
        _ previous: [UInt8]
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(version)
        writer.append(content.kind)
        writer.append(circle.bytes)
        writer.append(signer.bytes)
        writer.append(number)
        writer.append(previous)
        writer.append(content.bytes)
        return writer.bytes
    }
}

extension Statement.Content {
    fileprivate var kind: UInt8 {
        switch self {
        case .found: 0
        case .add: 1
        case .remove: 2
        case .rename: 3
        }
    }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .found(let salt, let record): return salt + record.bytes
        case .add(let record): return record.bytes
        case .remove(let device, let last):
            var writer = ByteWriter()
            writer.append(device.bytes)
            writer.append(last.number)
            writer.append(last.hash)
            return writer.bytes
        case .rename(let name): return DeviceRecord.encoded(name) ?? []
        }
    }

    fileprivate init?(_ kind: UInt8, _ reader: inout ByteReader) {
        switch kind {
        case 0:
            guard let salt = reader.bytes(Statement.saltByteCount),
                let record = DeviceRecord(&reader)
            else { return nil }
            self = .found(salt: salt, record)
        case 1:
            guard let record = DeviceRecord(&reader) else { return nil }
            self = .add(record)
        case 2:
            guard let device = reader.id(), let number = reader.integer(UInt32.self),
                let hash = reader.bytes(32)
            else { return nil }
            let last = Statement.Link(number: number, hash: hash)
            guard number > 0 || last == .none else { return nil }
            self = .remove(device, last: last)
        case 3:
            guard let name = DeviceRecord.name(&reader) else { return nil }
            self = .rename(name)
        default: return nil
        }
    }
}

extension ByteReader {
    mutating func id() -> TrustedDevice.ID? {
        bytes(TrustedDevice.ID.byteCount).flatMap(TrustedDevice.ID.init)
    }
}
