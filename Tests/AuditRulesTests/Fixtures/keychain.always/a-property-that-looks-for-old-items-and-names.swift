// swift-format-ignore-file
enum Old {
    static let query: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAlways]
    static let names = [kSecAttrAccessibleAlways: "always"]
    static func find() { SecItemCopyMatching(query as CFDictionary, nil) }
}