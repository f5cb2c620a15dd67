// swift-format-ignore-file
enum Item {
    case license, backup
    var accessibility: CFString {
        switch self {
        case .license: kSecAttrAccessibleAfterFirstUnlock  // expect: keychain.migratable
        case .backup: kSecAttrAccessibleWhenUnlocked
        }
    }
}