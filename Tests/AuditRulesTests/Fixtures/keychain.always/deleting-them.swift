// swift-format-ignore-file
func clean() {
    SecItemDelete([kSecAttrAccessible: kSecAttrAccessibleAlways] as CFDictionary)
}