// swift-format-ignore-file
func keep(_ diary: Diary) {
    let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrSynchronizable: false,
        kSecValueData: diary.text,
    ]
    SecItemAdd(item as CFDictionary, nil)
}
