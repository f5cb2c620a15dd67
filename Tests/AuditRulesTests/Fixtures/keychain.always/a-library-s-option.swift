// swift-format-ignore-file
import KeychainAccess
func open() {
    keychain = Keychain(service: "a").accessibility(.alwaysThisDeviceOnly)  // expect: keychain.always
}