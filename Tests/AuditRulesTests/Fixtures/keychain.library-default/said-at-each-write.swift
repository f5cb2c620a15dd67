// swift-format-ignore-file
import KeychainSwift
func keep(_ token: String) {
    let keychain = KeychainSwift()
    keychain.set(token, forKey: "a", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
}