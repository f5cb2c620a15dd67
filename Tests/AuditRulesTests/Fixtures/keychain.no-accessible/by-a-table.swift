// swift-format-ignore-file
func add(_ item: Item) {
    SecItemAdd([kSecAttrAccessible: item.accessibility] as CFDictionary, nil)
}