// swift-format-ignore-file
final class Store {
    static let options: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAlways]  // expect: keychain.always
    func query() -> [CFString: Any] { [kSecAttrAccessible: kSecAttrAccessibleAlways] }  // expect: keychain.always
    func add() {
        var item = query()
        item[kSecReturnRef] = true
        SecItemAdd(item as CFDictionary, nil)
    }
}