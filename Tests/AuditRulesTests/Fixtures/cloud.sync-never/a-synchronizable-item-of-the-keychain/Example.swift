// swift-format-ignore-file
func keep(_ diary: Diary) {
    let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrSynchronizable: true,
        kSecValueData: diary.text,  // expect: cloud.sync-never
    ]
    SecItemAdd(item as CFDictionary, nil)
}
