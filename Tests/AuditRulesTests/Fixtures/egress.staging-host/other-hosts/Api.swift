// swift-format-ignore-file
func load(_ path: String) {
    open(URL(string: "https://api.example/\(path)")!)
    open(URL(string: "https://staging.example/")!)
    open(URL(string: "https://notatest.example/")!)
    open(URL(string: "https://test.example.org/")!)
    open(URL(string: "https://api.example/?from=test.example")!)
}
