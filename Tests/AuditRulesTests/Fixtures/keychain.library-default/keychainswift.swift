// swift-format-ignore-file
import KeychainSwift
func open() { let keychain = KeychainSwift() }  // expect: keychain.library-default