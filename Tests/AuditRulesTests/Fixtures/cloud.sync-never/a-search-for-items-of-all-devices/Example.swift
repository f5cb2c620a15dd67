// swift-format-ignore-file
func find(_ diary: Diary) {
    let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        kSecAttrAccount: diary.id,
    ]
    SecItemCopyMatching(item as CFDictionary, nil)
}
