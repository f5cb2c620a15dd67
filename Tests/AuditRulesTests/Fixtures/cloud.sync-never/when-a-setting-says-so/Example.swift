// swift-format-ignore-file
func keep(_ diary: Diary, _ isShared: Bool) {
    var item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: diary.text]
    if isShared { item[kSecAttrSynchronizable] = true }
    SecItemAdd(item as CFDictionary, nil)
}
