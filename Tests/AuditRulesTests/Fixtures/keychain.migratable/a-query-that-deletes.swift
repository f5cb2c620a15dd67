// swift-format-ignore-file
func forget() {
    SecItemDelete([kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] as CFDictionary)
}