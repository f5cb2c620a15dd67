// swift-format-ignore-file
func key() -> Data? {
    guard UIApplication.shared.isProtectedDataAvailable else { return nil }
    if SecItemCopyMatching(query, &item) == errSecSuccess { return item }
    let fresh = generateKey()
    SecItemAdd([kSecValueData: fresh] as CFDictionary, nil)
    return fresh
}