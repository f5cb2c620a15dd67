// swift-format-ignore-file
func key() -> Data? {
    let status = SecItemCopyMatching(query, &item)
    guard status == errSecItemNotFound else { return nil }
    let fresh = generateKey()
    SecItemAdd([kSecValueData: fresh] as CFDictionary, nil)
    return fresh
}