// swift-format-ignore-file
func work(_ query: CFDictionary) {
    SecItemCopyMatching(query, nil)
    SecItemUpdate(query, query)
    SecItemDelete(query)
}