// swift-format-ignore-file
func a(_ f: [FileAttributeKey: Any]) -> Any? { f[.creationDate] }