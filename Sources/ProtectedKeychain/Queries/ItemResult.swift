import Foundation
import ProtectionModel

/// Makes of an item what a dictionary asked for.
struct ItemResult {
    private let returns: ItemQuery.Returns

    init(_ returns: ItemQuery.Returns) { self.returns = returns }

    /// One thing alone stands for itself, several stand in a dictionary.
    ///
    /// - Throws: `ProtectionError` for a reference to anything but a certificate.
    func value(of found: ItemStore.Found) throws -> Any {
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
            dictionary["v_Ref"] = try reference(found)
            dictionary["class"] = found.reference.itemClass.rawValue
        }
        return dictionary
    }

    private func reference(_ found: ItemStore.Found) throws -> Any {
        guard found.reference.itemClass == .certificate, let secret = found.item?.secret,
            let certificate = SecCertificate(secret.data)
        else {
            throw ProtectionError(
                keychain: KeychainRefusal.unimplemented,
                .invalidArgument,
                "there are references to certificates alone"
            )
        }
        return certificate
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
