// swift-format-ignore-file
func add(_ value: Data) {
    let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "blob", kSecValueData: value,
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,  // expect: keychain.migratable
    ]
    SecItemAdd(query as CFDictionary, nil)
}
func addTips(_ value: Data) {
    let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "passwordTips", kSecValueData: value,
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
    ]
    SecItemAdd(query as CFDictionary, nil)
}
