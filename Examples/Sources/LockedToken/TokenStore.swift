// An app's own code, as it is on the phone: it knows nothing of this package.
import Foundation
import Security

struct TokenStore {
    enum Token: Equatable {
        case found(String)
        case missing
        /// There is one, and it cannot be read before the device is unlocked: nothing to sign out for.
        case locked
    }

    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "com.example.mail.token",
            kSecAttrAccount as String: "ann",
        ]
    }

    func save(_ token: String) -> OSStatus {
        var item = query
        item[kSecValueData as String] = Data(token.utf8)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return status }
        let change = [kSecValueData as String: Data(token.utf8)]
        return SecItemUpdate(query as CFDictionary, change as CFDictionary)
    }

    func load() -> Token {
        var question = query
        question[kSecReturnData as String] = true
        var item: CFTypeRef?
        switch SecItemCopyMatching(question as CFDictionary, &item) {
        case errSecSuccess:
            return .found(String(decoding: item as? Data ?? Data(), as: UTF8.self))
        case errSecInteractionNotAllowed: return .locked
        default: return .missing
        }
    }
}
