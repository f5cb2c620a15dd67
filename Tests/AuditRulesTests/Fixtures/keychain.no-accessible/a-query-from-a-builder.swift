// swift-format-ignore-file
func query() -> [String: Any] { [kSecClass as String: kSecClassGenericPassword] }
func add(_ data: Data) {
    var item = query()
    item[kSecValueData as String] = data
    SecItemAdd(item as CFDictionary, nil)  // expect: keychain.no-accessible
}