// swift-format-ignore-file
func a(_ email: String) { open(URL(string: "mailto:\(email)")!) }