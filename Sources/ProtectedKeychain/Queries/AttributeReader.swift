import Foundation
import ProtectionModel

/// Reads the values of attributes, with the conversions that the platform makes (`SecDbItem.c`,
/// `copyBlob`, `copyNumber` and the like).
enum AttributeReader {
    /// What an update changes.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` and the platform's number as its cause.
    static func change(_ dictionary: NSDictionary, of itemClass: ItemClass) throws -> ItemChange {
        var change = ItemChange()
        var accessible: Accessibility?
        var control: ItemAccess?
        let values = try QueryReader.words(of: dictionary)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if key == "v_Data" {
                guard let data = value as? Data else { throw wrongValue(key) }
                change.secret = ItemSecret(data)
                continue
            }
            let attribute = try attribute(key, of: itemClass)
            switch attribute.kind {
            case .ignored: continue
            case .accessibility: accessible = try accessibility(value)
            case .accessControl:
                guard let access = (value as? SecAccessControl)?.access else {
                    throw wrongValue(key)
                }
                control = access
            default: change.attributes[key] = try self.value(value, attribute)
            }
        }
        change.access = try access(accessible, control)
        return change
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for a name that items of this class do
    ///   not have (`SecItemDb.c`, `SecDbAttrWithKey`).
    static func attribute(_ key: String, of itemClass: ItemClass) throws -> ItemAttribute {
        guard let attribute = ItemAttribute.named(key, of: itemClass) else {
            throw ProtectionError(
                keychain: KeychainRefusal.noSuchAttribute,
                .invalidArgument,
                "items of class '\(itemClass.name)' have no attribute '\(key)'"
            )
        }
        guard attribute.kind != .token else {
            throw ProtectionError(
                keychain: KeychainRefusal.unimplemented,
                .invalidArgument,
                "there is no token, such as a Secure Enclave, to keep a key in"
            )
        }
        return attribute
    }

    /// Both rules are one, or contradict each other (`SecDbQuery.c`, `query_set_access_control`).
    static func access(_ accessible: Accessibility?, _ control: ItemAccess?) throws -> ItemAccess? {
        guard let accessible else { return control }
        let plain = ItemAccess(accessible)
        guard control == nil || control == plain else {
            throw ProtectionError.parameter(
                "accessibility and access control contradict each other"
            )
        }
        return plain
    }

    static func accessibility(_ value: Any) throws -> Accessibility {
        guard let word = value as? String, let known = Accessibility(rawValue: word) else {
            throw wrongValue(ItemAttribute.accessibility)
        }
        return known
    }

    static func value(_ value: Any, _ attribute: ItemAttribute) throws -> ItemValue {
        let read: ItemValue? =
            switch attribute.kind {
            case .text, .accessibility: text(value)
            case .blob: blob(value)
            case .bytes: bytes(value)
            case .number, .synchronizable: number(value)
            case .date: (value as? Date).map { .date($0.timeIntervalSince1970) }
            case .accessControl, .ignored, .token: nil
            }
        guard let read else { throw wrongValue(attribute.name) }
        return read
    }

    /// True and false alone, not every number that could be taken for one.
    static func boolean(_ value: Any) -> Bool? {
        type(of: value) == Bool.self ? value as? Bool : nil
    }

    private static func text(_ value: Any) -> ItemValue? {
        switch value {
        case let text as String: .text(text)
        case let data as Data: String(validating: data, as: UTF8.self).map { .text($0) }
        case let identifier as UUID: .text(identifier.uuidString)
        default: nil
        }
    }

    private static func blob(_ value: Any) -> ItemValue? {
        switch value {
        case let text as String: .text(text)
        case let data as Data: .bytes(Array(data))
        case let number as NSNumber: numeric(number)
        default: nil
        }
    }

    private static func bytes(_ value: Any) -> ItemValue? {
        switch value {
        case let data as Data: .bytes(Array(data))
        case let text as String: .bytes(Array(text.utf8))
        case let number as NSNumber:
            .bytes(
                (0..<4).map { UInt8(truncatingIfNeeded: number.int32Value >> (8 * Int32($0))) }
            )
        default: nil
        }
    }

    private static func number(_ value: Any) -> ItemValue? {
        if let isTrue = boolean(value) { return .integer(isTrue ? 1 : 0) }
        return switch value {
        // A text that is not the number's own, such as "htps", stays what it is.
        case let text as String:
            Int32(text).flatMap { String($0) == text ? .integer(Int64($0)) : nil } ?? .text(text)
        case let number as NSNumber: numeric(number)
        default: nil
        }
    }

    private static func numeric(_ number: NSNumber) -> ItemValue {
        let real = number.doubleValue
        return Int64(exactly: real) == nil ? .real(real) : .integer(number.int64Value)
    }

    static func wrongValue(_ key: String) -> ProtectionError {
        .parameter("the value of '\(key)' is not of a kind that it takes")
    }
}
