// swift-format-ignore-file
func keep(_ password: String, _ box: Box) throws {
    let sealed = try box.encrypt(password)
    NSUbiquitousKeyValueStore.default.set(sealed, forKey: "password")
    NSUbiquitousKeyValueStore.default.set(try box.seal(password), forKey: "password")
}
