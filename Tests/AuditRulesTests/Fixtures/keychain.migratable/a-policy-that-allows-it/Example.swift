// swift-format-ignore-file
func add(_ password: Data) {
    SecItemAdd([kSecValueData: password, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, nil)
}