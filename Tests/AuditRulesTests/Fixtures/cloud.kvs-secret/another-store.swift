// swift-format-ignore-file
func a(_ password: String) { memory.set(password, forKey: "a") }