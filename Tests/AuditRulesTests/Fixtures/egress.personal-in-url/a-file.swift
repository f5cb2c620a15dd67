// swift-format-ignore-file
func a(_ email: String) { read(URL(fileURLWithPath: "/a/\(email)")) }