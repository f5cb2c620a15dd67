// swift-format-ignore-file
func add(_ data: Data) {
    SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, nil)
}