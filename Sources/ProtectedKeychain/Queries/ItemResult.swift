import Foundation
import ProtectionModel

/// Makes of an item what a dictionary asked for.
struct ItemResult {
    private let returns: ItemQuery.Returns

    init(_ returns: ItemQuery.Returns) { self.returns = returns }

    /// One thing alone stands for itself, several stand in a dictionary; nil where nothing of what was
    /// asked for is there.
    ///
    /// Passwords have no reference: who asks for one gets the rest, and the secret with it
    /// (`SecItem.m`, `SecItemResultCopyPrepared`).
    ///
    /// - Throws: `ProtectionError` for a reference to a key.
    func value(of found: ItemStore.Found) throws -> Any? {
        let item = found.item
        let persistent = Data(found.reference.bytes)
        switch returns {
        // An item without data has empty data when nothing else is asked for.
        case .data: return item?.secret?.data ?? Data()
        case .persistentReference: return persistent
        case .reference: return try reference(found)
        default: break
        }
        var dictionary: [String: Any] = [:]
        if returns.contains(.attributes), let item { dictionary = Self.attributes(of: item) }
        if returns.contains(.data) { dictionary["v_Data"] = item?.secret?.data }
        if returns.contains(.persistentReference) { dictionary["v_PersistentRef"] = persistent }
        if returns.contains(.reference) {
            let reference = try reference(found)
            dictionary["class"] = found.reference.itemClass.rawValue
            dictionary["v_Ref"] = reference
            if reference == nil { dictionary["v_Data"] = item?.secret?.data }
        }
        return dictionary
    }

    private func reference(_ found: ItemStore.Found) throws -> Any? {
        switch found.reference.itemClass {
        case .genericPassword, .internetPassword: return nil
        case .certificate: return found.item?.secret.flatMap { SecCertificate($0.data) }
        case .key:
            throw ProtectionError(
                keychain: KeychainRefusal.unimplemented,
                .invalidArgument,
                "keys are kept as data, without references"
            )
        }
    }

    private static func attributes(of item: KeychainItem) -> [String: Any] {
        var dictionary: [String: Any] = item.attributes.mapValues { value in
            switch value {
            case .text(let text): text
            case .bytes(let bytes): Data(bytes)
            case .integer(let number): NSNumber(value: number)
            case .real(let number): NSNumber(value: number)
            case .date(let seconds): Date(timeIntervalSince1970: seconds)
            }
        }
        dictionary[ItemAttribute.accessibility] = item.accessibility.rawValue
        dictionary[ItemAttribute.accessControl] = SecAccessControl(
            ItemAccess(item.accessibility, flags: item.flags)
        )
        return dictionary
    }
}
