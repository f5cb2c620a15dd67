// swift-format-ignore-file
final class SecretStore {
    func add(_ data: Data) {
        SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly] as CFDictionary, nil)  // expect: keychain.when-unlocked-background
    }
}