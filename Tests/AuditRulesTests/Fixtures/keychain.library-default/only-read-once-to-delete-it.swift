// swift-format-ignore-file
import KeychainAccess
func forget() throws { try Keychain(service: "a").removeAll() }