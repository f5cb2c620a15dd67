// swift-format-ignore-file
func a() { use(ASIdentifierManager.self) }