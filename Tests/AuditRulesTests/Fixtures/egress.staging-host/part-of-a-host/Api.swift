// swift-format-ignore-file
func load(_ name: String) { open(URL(string: "https://test.example\(name)/")!) }
let text = "ask test.example for help"
