// swift-format-ignore-file
func isOld(_ found: String) -> Bool { found == kSecAttrAccessibleWhenUnlocked as String }