// swift-format-ignore-file
func keep(_ token: String) {
    let keychain = KeychainSwift.shared
    keychain.set(token, forKey: "JWT", withAccess: .accessibleAfterFirstUnlock)  // expect: keychain.migratable
    keychain.set(token, forKey: "JWT", withAccess: .accessibleAfterFirstUnlockThisDeviceOnly)
    keychain.set(token, forKey: "JWT", withAccess: access)
}
