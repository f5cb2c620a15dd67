// swift-format-ignore-file
func a() { load(URL(string: "https://a.example/email")!) }