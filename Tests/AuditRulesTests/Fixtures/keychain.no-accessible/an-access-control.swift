// swift-format-ignore-file
func add(_ control: SecAccessControl) {
    SecItemAdd([kSecAttrAccessControl: control] as CFDictionary, nil)
}