// swift-format-ignore-file
struct Keychain { let service: String }
func open() { let keychain = Keychain(service: "a") }