import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// An item with everything in it.
package struct KeychainItem: Sendable {
    package let itemClass: ItemClass
    package var accessibility: Accessibility
    /// What must be asked of a person before the secret is handed over; nil for nothing.
    package var flags: UInt64
    /// By the four-letter names; access and the two dates are among them only where searched.
    package var attributes: [String: ItemValue]
    package var secret: ItemSecret?

    init(
        _ itemClass: ItemClass,
        _ access: ItemAccess,
        _ attributes: [String: ItemValue],
        _ secret: ItemSecret?
    ) {
        self.itemClass = itemClass
        accessibility = access.accessibility
        flags = access.flags
        self.attributes = attributes
        self.secret = secret
    }

    /// The access group.
    package var group: String { attributes[ItemAttribute.group]?.text ?? "" }

    /// Whether it is one of iCloud Keychain.
    package var isSynchronizable: Bool {
        attributes[ItemAttribute.synchronizable] == .integer(1)
    }

    /// Whether a person is asked before the secret is handed over.
    package var needsPerson: Bool { flags != 0 }

    /// By what it can be found.
    var searchable: [String: ItemValue] {
        attributes.merging([ItemAttribute.accessibility: .text(accessibility.rawValue)]) { $1 }
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for what contradicts itself
    ///   (`SecItem.m`, `SecItemAuthDoQuery`).
    func checkIsPossible() throws {
        guard !isSynchronizable || !needsPerson else {
            throw ProtectionError.parameter("an item with access control cannot be synchronizable")
        }
    }

    /// What no two items may have in common.
    var primaryKey: [String: ItemValue] {
        ItemAttribute.all(of: itemClass).reduce(into: [:]) { key, attribute in
            if attribute.isPrimary { key[attribute.name] = attributes[attribute.name] }
        }
    }
}

/// The content of an item's document, little-endian: version (1), length of what comes before the
/// secret (4), class (4), accessibility (4), flags (8), number of attributes (2), for each name (4),
/// kind of value (1), length (4) and value; then whether there is a secret (1), and the secret.
extension KeychainItem {
    private static let version: UInt8 = 1
    private static let prefixByteCount = 5

    /// The content in a buffer that is wiped.
    func content() -> WipedBuffer {
        let head = head
        var buffer = WipedBuffer(count: head.count + (secret?.count ?? 0))
        buffer.copy(head.span.bytes, to: 0)
        secret?.withBytes { buffer.copy($0, to: head.count) }
        return buffer
    }

    private var head: [UInt8] {
        var writer = ByteWriter()
        writer.append(itemClass.rawValue.utf8)
        writer.append(accessibility.rawValue.utf8)
        writer.append(repeatElement(0, count: 4 - accessibility.rawValue.utf8.count))
        writer.append(flags)
        writer.append(UInt16(attributes.count))
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            writer.append(name.utf8)
            value.append(to: &writer)
        }
        writer.append(UInt8(secret == nil ? 0 : 1))
        var whole = ByteWriter()
        whole.append(Self.version)
        whole.append(UInt32(writer.bytes.count))
        whole.append(writer.bytes)
        return whole.bytes
    }

    /// Reads an item; only its attributes become ordinary memory.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`, `unsupported-version`.
    init(_ content: SecretContent, of name: String) throws {
        self = try content.withBytes { (bytes) throws(ProtectionError) in
            guard bytes.byteCount >= Self.prefixByteCount else {
                throw ProtectionError(damagedItem: name)
            }
            var prefix = ByteReader(bytes.extracting(first: Self.prefixByteCount).array)
            guard let version = prefix.integer(UInt8.self), version <= Self.version else {
                throw ProtectionError(newerItem: name)
            }
            guard let length = prefix.integer(UInt32.self).map(Int.init),
                length <= bytes.byteCount - Self.prefixByteCount
            else { throw ProtectionError(damagedItem: name) }
            let end = Self.prefixByteCount + length
            let head = bytes.extracting(Self.prefixByteCount..<end).array
            return try Self.read(
                head,
                ItemSecret(bytes.extracting(end..<bytes.byteCount)),
                name
            )
        }
    }

    private static func read(
        _ head: [UInt8],
        _ rest: ItemSecret,
        _ name: String
    ) throws(ProtectionError) -> KeychainItem {
        var reader = ByteReader(head)
        guard let itemClass = reader.word(4).flatMap(ItemClass.init(rawValue:)),
            let accessibility = reader.word(4).flatMap(Accessibility.init(rawValue:)),
            let flags = reader.integer(UInt64.self), let count = reader.integer(UInt16.self)
        else { throw ProtectionError(damagedItem: name) }
        var attributes: [String: ItemValue] = [:]
        for _ in 0..<count {
            guard let attribute = reader.word(4), let value = ItemValue(&reader) else {
                throw ProtectionError(damagedItem: name)
            }
            attributes[attribute] = value
        }
        guard let hasSecret = reader.integer(UInt8.self), reader.remaining == 0 else {
            throw ProtectionError(damagedItem: name)
        }
        return KeychainItem(
            itemClass,
            ItemAccess(accessibility, flags: flags),
            attributes,
            hasSecret == 0 ? nil : rest
        )
    }
}

extension ItemValue {
    private static let textKind: UInt8 = 1
    private static let bytesKind: UInt8 = 2
    private static let integerKind: UInt8 = 3
    private static let realKind: UInt8 = 4
    private static let dateKind: UInt8 = 5

    fileprivate func append(to writer: inout ByteWriter) {
        let (kind, bytes): (UInt8, [UInt8]) =
            switch self {
            case .text(let text): (Self.textKind, Array(text.utf8))
            case .bytes(let bytes): (Self.bytesKind, bytes)
            case .integer(let number):
                (Self.integerKind, UInt64(bitPattern: number).littleEndianBytes)
            case .real(let number): (Self.realKind, number.bitPattern.littleEndianBytes)
            case .date(let seconds): (Self.dateKind, seconds.bitPattern.littleEndianBytes)
            }
        writer.append(kind)
        writer.append(UInt32(bytes.count))
        writer.append(bytes)
    }

    fileprivate init?(_ reader: inout ByteReader) {
        guard let kind = reader.integer(UInt8.self), let count = reader.integer(UInt32.self),
            let bytes = reader.bytes(Int(count))
        else { return nil }
        var value = ByteReader(bytes)
        switch kind {
        case Self.textKind:
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = .text(text)
        case Self.bytesKind: self = .bytes(bytes)
        case Self.integerKind:
            guard let number = value.integer(Int64.self) else { return nil }
            self = .integer(number)
        case Self.realKind:
            guard let bits = value.integer(UInt64.self) else { return nil }
            self = .real(Double(bitPattern: bits))
        case Self.dateKind:
            guard let bits = value.integer(UInt64.self) else { return nil }
            self = .date(Double(bitPattern: bits))
        default: return nil
        }
    }
}

extension UInt64 {
    fileprivate var littleEndianBytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(self)
        return writer.bytes
    }
}
