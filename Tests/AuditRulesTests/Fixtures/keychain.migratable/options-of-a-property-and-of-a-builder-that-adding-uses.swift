// swift-format-ignore-file
final class Store {
    static let options: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]  // expect: keychain.migratable
    func query() -> [CFString: Any] { [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] }  // expect: keychain.migratable
    func add() { SecItemAdd(query() as CFDictionary, nil) }
}