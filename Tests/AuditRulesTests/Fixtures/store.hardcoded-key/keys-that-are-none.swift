// swift-format-ignore-file
func show(_ items: [String: String]) {
    dictionary.key("name")
    preferences.setKey("name")
    _ = Item(key: "name", password: "none")
    self.encryptionKey = "not a call of a library"
    _ = try? KeychainItem(password: "1234")
    _ = SymmetricKey(size: .bits256)
}
