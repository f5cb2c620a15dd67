import ProtectionModel
import SodiumCrypto

/// What the service has of an encrypted value.
///
/// ```
/// version   1   1
/// key      88   the record key of the save, under a key of the zone: WrappedKey
/// nonce    24   random
/// sealed    n   the value as a record's body has it, and a tag of 16 bytes
///
/// record key: wrapped with ("record key", zone, record name, record type)
/// field key = HKDF-SHA-512-Expand(record key, "protection-toolkit field key 1" name of the field)
/// value:     sealed with ("field", zone, record name, record type, field name, type)
/// ```
///
/// Each value brings its record key along, instead of one for all of the record's: two devices that
/// save different keys of one record cannot take each other's from it, and one key's value can be
/// fetched alone. All values of one save share a record key and its wrap.
struct SealedField {
    private static let version: UInt8 = 1
    private static let headByteCount = 1 + WrappedKey.byteCount + XChaCha20Poly1305.nonceByteCount

    let key: WrappedKey
    private let nonce: [UInt8]
    private let sealed: [UInt8]
    private let type: RecordFieldType

    /// Reads what is in a value.
    ///
    /// - Throws: `ProtectionError` with `unsupported-version`, `authentication-failure`.
    init(_ value: SealedValue) throws(ProtectionError) {
        if let version = value.bytes.first, version > Self.version {
            throw ProtectionError(.unsupportedVersion, "the value was sealed by a newer program")
        }
        guard value.bytes.first == Self.version, value.bytes.count > Self.headByteCount,
            let key = WrappedKey(value.bytes[1..<1 + WrappedKey.byteCount])
        else { throw .forgedSeal }
        self.key = key
        nonce = Array(value.bytes[1 + WrappedKey.byteCount..<Self.headByteCount])
        sealed = Array(value.bytes[Self.headByteCount...])
        type = value.type
    }

    private init(key: WrappedKey, nonce: [UInt8], sealed: [UInt8], type: RecordFieldType) {
        self.key = key
        self.nonce = nonce
        self.sealed = sealed
        self.type = type
    }

    /// Seals a value under a record key.
    init(
        _ value: RecordValue,
        of type: RecordFieldType,
        named name: String,
        in record: SealedRecord,
        under recordKey: borrowing SecureBytes,
        wrappedAs key: WrappedKey,
        random: any RandomSource
    ) throws(CryptoError) {
        var writer = ByteWriter()
        RecordBody.write(value, to: &writer)
        self.type = RecordFieldType(type.base, isList: type.isList, isEncrypted: true)
        self.key = key
        nonce = random.bytes(XChaCha20Poly1305.nonceByteCount)
        var sealed = [UInt8](
            repeating: 0,
            count: writer.bytes.count + XChaCha20Poly1305.tagByteCount
        )
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            writer.bytes.span.bytes,
            into: &output,
            nonce: nonce,
            authenticating: Self.binding(self.type, name, record),
            key: try Self.fieldKey(name, recordKey)
        )
        self.sealed = sealed
    }

    /// What the service gets.
    var value: SealedValue {
        SealedValue([Self.version] + key.bytes + nonce + sealed, of: type)
    }

    /// The same value under a key of the zone that is newer.
    func rewrapped(as key: WrappedKey) -> SealedField {
        SealedField(key: key, nonce: nonce, sealed: sealed, type: type)
    }

    /// Opens the value.
    ///
    /// - Throws: `CryptoError`; `ProtectionError` with `authentication-failure`.
    func open(
        named name: String,
        in record: SealedRecord,
        under recordKey: borrowing SecureBytes
    ) throws -> RecordValue {
        guard sealed.count >= XChaCha20Poly1305.tagByteCount else {
            throw CryptoError(.authenticationFailure)
        }
        var bytes = [UInt8](
            repeating: 0,
            count: sealed.count - XChaCha20Poly1305.tagByteCount
        )
        var span = bytes.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: &output,
            nonce: nonce,
            authenticating: Self.binding(type, name, record),
            key: try Self.fieldKey(name, recordKey)
        )
        var reader = ByteReader(bytes)
        guard let value = RecordBody.value(from: &reader, isInList: false), reader.remaining == 0,
            type.holds(value)
        else { throw ProtectionError.forgedSeal }
        return value
    }

    private static func binding(
        _ type: RecordFieldType,
        _ name: String,
        _ record: SealedRecord
    ) -> [UInt8] {
        var writer = record.binding("field")
        writer.append(name)
        writer.append(type.description)
        return writer.bytes
    }

    private static func fieldKey(
        _ name: String,
        _ recordKey: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        let key = try SecureBytes(
            count: XChaCha20Poly1305.keyByteCount,
            group: recordKey.group,
            arena: recordKey.arena
        )
        let info = Array("protection-toolkit field key 1".utf8) + Array(name.utf8)
        try HKDFSHA512.expand(recordKey, info: info, into: key)
        return key
    }
}

extension RecordFieldType {
    /// Whether a value is what is encrypted in a field of this type.
    fileprivate func holds(_ value: RecordValue) -> Bool {
        guard let type = RecordFieldType(of: value) else { return isList }
        return type.base == base && type.isList == isList && !type.isEncrypted
    }
}
