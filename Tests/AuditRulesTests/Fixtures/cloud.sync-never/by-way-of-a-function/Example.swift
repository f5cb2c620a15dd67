// swift-format-ignore-file
final class Keychain {
    func keep(_ data: Data, under account: String) {
        var item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
        item[kSecAttrSynchronizable] = kCFBooleanTrue
        item[kSecValueData] = data
        SecItemAdd(item as CFDictionary, nil)
    }
}
func keep(_ keychain: Keychain, _ diary: Diary, _ theme: Data) {
    keychain.keep(diary.data, under: "a")  // expect: cloud.sync-never
    keychain.keep(theme, under: "b")
}
