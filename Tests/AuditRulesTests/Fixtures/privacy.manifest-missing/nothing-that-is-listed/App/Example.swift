// swift-format-ignore-file
func a() { print(1) }