// swift-format-ignore-file
func save(_ data: Data) {
    if SecItemCopyMatching(query, nil) == errSecSuccess {
        SecItemUpdate(query, [kSecValueData: data] as CFDictionary)
    } else {
        SecItemAdd([kSecValueData: data] as CFDictionary, nil)
    }
}