// swift-format-ignore-file
func migrate(_ found: CFString, _ data: Data) {
    if found == kSecAttrAccessibleAlways { update(data) }
    SecItemUpdate(query(kSecAttrAccessibleWhenUnlockedThisDeviceOnly), [:] as CFDictionary)
}