// swift-format-ignore-file
enum Api {
    static let host = "api.staging.example"  // expect: egress.staging-host
}
func load(_ path: String) {
    open(URL(string: "https://test.example/\(path)")!)  // expect: egress.staging-host
    open(URL(string: "http://localhost:8080/")!)  // expect: egress.staging-host
}
