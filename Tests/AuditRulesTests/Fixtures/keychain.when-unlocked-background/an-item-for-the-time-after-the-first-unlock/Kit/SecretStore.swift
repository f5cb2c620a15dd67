// swift-format-ignore-file
final class SecretStore {
    func add(_ data: Data) {
        SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly] as CFDictionary, nil)
    }
}