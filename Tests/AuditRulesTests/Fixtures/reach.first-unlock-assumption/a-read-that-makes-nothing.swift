// swift-format-ignore-file
func key() -> Data? { SecItemCopyMatching(query, &item); return item as? Data }