// swift-format-ignore-file
func keep(_ password: String, _ encryptedPassword: Data) {
    var first = password
    UserDefaults.standard.set(first, forKey: "a")  // expect: store.userdefaults-secret
    first = encrypt(first)
    UserDefaults.standard.set(first, forKey: "b")
    var second = password
    hash(&second)
    UserDefaults.standard.set(second, forKey: "c")
    UserDefaults.standard.set(encryptedPassword, forKey: "d")
    let passphrase = try! encrypt(password)
    UserDefaults.standard.set(passphrase, forKey: "e")
}
