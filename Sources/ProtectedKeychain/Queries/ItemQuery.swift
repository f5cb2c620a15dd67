import ProtectionModel

/// What one of the four calls asks for.
package struct ItemQuery: Sendable {
    /// What is returned of an item.
    package struct Returns: OptionSet, Sendable {
        package let rawValue: UInt8
        package static let data = Returns(rawValue: 1)
        package static let attributes = Returns(rawValue: 2)
        package static let reference = Returns(rawValue: 4)
        package static let persistentReference = Returns(rawValue: 8)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// What happens where a person would be asked.
    package enum Question: Sendable {
        /// The call fails: there is nobody to ask.
        case refused
        /// The item is left out.
        case skipped
    }

    package var itemClass: ItemClass
    /// What items must have, or what the new item gets; by the four-letter names.
    package var attributes: [String: ItemValue] = [:]
    package var access: ItemAccess?
    /// Whether items of both kinds are searched; otherwise the attribute says which.
    package var isEitherKind = false
    package var reference: ItemReference?
    /// Nil where the dictionary names none.
    package var limit: Limit?
    /// Whether the dictionary says how to match.
    package var hasMatches = false
    package var returns: Returns = []
    package var question = Question.refused
    package var secret: ItemSecret?

    /// How many items are returned.
    package enum Limit: Sendable, Hashable {
        case one
        case several(Int)
        case all
    }

    /// Asks for items of a class.
    package init(_ itemClass: ItemClass, _ attributes: [String: ItemValue] = [:]) {
        self.itemClass = itemClass
        self.attributes = attributes
    }

    /// What it is about, in the words of a timeline.
    var subject: String { itemClass.subject(attributes) }

    /// What a search compares: without a word about it, items that are not synchronised.
    var conditions: [String: ItemValue] {
        var conditions = attributes
        if reference == nil, !isEitherKind, conditions[ItemAttribute.synchronizable] == nil {
            conditions[ItemAttribute.synchronizable] = .integer(0)
        }
        return conditions
    }
}

/// Names one item for good: its class and the name of its document.
///
/// As bytes the four letters of the class and 16 of the name, as the platform's since iOS 15
/// (`SecItemServer.c`, `_SecItemCreateUUIDBasedPersistentRef`).
package struct ItemReference: Sendable, Hashable {
    package let itemClass: ItemClass
    /// 32 hexadecimal digits.
    package let name: String

    init(_ itemClass: ItemClass, name: String) {
        self.itemClass = itemClass
        self.name = name
    }

    /// Nil for bytes that name no item.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 20,
            let word = String(validating: bytes.prefix(4), as: UTF8.self),
            let itemClass = ItemClass(rawValue: word)
        else { return nil }
        self.init(itemClass, name: Self.name(bytes.dropFirst(4)))
    }

    /// The name of a document for 16 bytes.
    static func name(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    var bytes: [UInt8] {
        let digits = name.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        let pairs = stride(from: 0, to: digits.count - 1, by: 2)
        return Array(itemClass.rawValue.utf8) + pairs.map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// What an update makes of each item.
package struct ItemChange: Sendable {
    /// By the four-letter names.
    package var attributes: [String: ItemValue] = [:]
    package var access: ItemAccess?
    package var secret: ItemSecret?

    /// Changes nothing yet.
    package init() {}
}
