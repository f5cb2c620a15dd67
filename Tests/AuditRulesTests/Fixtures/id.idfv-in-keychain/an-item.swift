// swift-format-ignore-file
func a() {
    let id = Data(UIDevice.current.identifierForVendor!.uuidString.utf8)  // expect: id.idfv-in-keychain
    SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: id] as CFDictionary, nil)
}