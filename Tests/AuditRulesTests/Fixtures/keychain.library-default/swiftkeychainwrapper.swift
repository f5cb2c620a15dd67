// swift-format-ignore-file
import SwiftKeychainWrapper
func keep(_ token: String, _ name: String) {
    KeychainWrapper.standard.set(token, forKey: "a")  // expect: keychain.library-default
    KeychainWrapper.standard.set(name, forKey: "b", withAccessibility: .afterFirstUnlock)
}