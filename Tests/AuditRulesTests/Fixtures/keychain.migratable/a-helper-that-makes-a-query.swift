// swift-format-ignore-file
func queryForGetting() -> CFDictionary {
    [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary
}