import KeyManagement
import ProtectionModel
import SodiumCrypto

/// What is known of an item in every lock state: its class, when it can be used, and digests of its
/// attributes, by which it is found; nothing of their content.
///
/// The platform's tables hold digests, too (`SecItemSchema.c`, the flag `S`), which is why a search
/// finds what it may not read. An extended attribute of the item's document, little-endian: version
/// (1), order (8), salt (16), class (4), accessibility (4, filled up with zeros), number of
/// attributes (2), and for each name (4) and digest (16).
struct ItemLabel: Sendable, Hashable {
    static let attribute = Array("user.keychain-item".utf8)
    private static let version: UInt8 = 1
    private static let digestByteCount = 16

    let itemClass: ItemClass
    let accessibility: Accessibility
    /// Grows from item to item: the order in which they were added, and are found.
    let order: UInt64
    /// Drawn anew with each change of the item, so that equal attributes of two look different.
    let salt: [UInt8]
    private let digests: [String: [UInt8]]

    init(
        _ item: KeychainItem,
        order: UInt64,
        salt: [UInt8]
    ) {
        itemClass = item.itemClass
        accessibility = item.accessibility
        self.order = order
        self.salt = salt
        digests = item.searchable.reduce(into: [:]) { digests, attribute in
            digests[attribute.key] = Self.digest(attribute.key, attribute.value, salt)
        }
    }

    /// Whether an attribute has this value.
    func has(_ name: String, _ value: ItemValue) -> Bool {
        digests[name] == Self.digest(name, value, salt)
    }

    /// Whether it is of an item that no other may stand beside.
    func isSame(_ item: KeychainItem) -> Bool {
        itemClass == item.itemClass && item.primaryKey.allSatisfy { has($0.key, $0.value) }
    }

    private static func digest(_ name: String, _ value: ItemValue, _ salt: [UInt8]) -> [UInt8] {
        GenericHash.hash(
            of: salt + Array(name.utf8) + value.searchBytes,
            count: digestByteCount
        )
    }

    // MARK: Bytes

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(order)
        writer.append(salt)
        writer.append(itemClass.rawValue.utf8)
        writer.append(accessibility.rawValue.utf8)
        writer.append(repeatElement(0, count: 4 - accessibility.rawValue.utf8.count))
        writer.append(UInt16(digests.count))
        for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
            writer.append(name.utf8)
            writer.append(digest)
        }
        return writer.bytes
    }

    /// - Throws: `ProtectionError` with `authentication-failure`, `unsupported-version`.
    init(_ bytes: [UInt8], of name: String) throws {
        var reader = ByteReader(bytes)
        guard let version = reader.integer(UInt8.self) else {
            throw ProtectionError(damagedItem: name)
        }
        guard version <= Self.version else { throw ProtectionError(newerItem: name) }
        guard let order = reader.integer(UInt64.self),
            let salt = reader.bytes(Self.digestByteCount),
            let itemClass = reader.word(4).flatMap(ItemClass.init(rawValue:)),
            let accessibility = reader.word(4).flatMap(Accessibility.init(rawValue:)),
            let count = reader.integer(UInt16.self)
        else { throw ProtectionError(damagedItem: name) }
        var digests: [String: [UInt8]] = [:]
        for _ in 0..<count {
            guard let attribute = reader.word(4), let digest = reader.bytes(Self.digestByteCount)
            else { throw ProtectionError(damagedItem: name) }
            digests[attribute] = digest
        }
        self.itemClass = itemClass
        self.accessibility = accessibility
        self.order = order
        self.salt = salt
        self.digests = digests
    }
}

extension ByteReader {
    /// The next word of at most `count` bytes, filled up with zeros.
    mutating func word(_ count: Int) -> String? {
        bytes(count).flatMap { String(validating: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension ProtectionError {
    /// An item that is not as we write it.
    init(damagedItem name: String) {
        self.init(
            .authenticationFailure,
            "the keychain item '\(name)' is damaged and is left as it is",
            cause: DamagedDocument(name)
        )
    }

    /// An item that a newer program wrote.
    init(newerItem name: String) {
        self.init(
            .unsupportedVersion,
            "the keychain item '\(name)' was written by a newer version of this program"
        )
    }
}
