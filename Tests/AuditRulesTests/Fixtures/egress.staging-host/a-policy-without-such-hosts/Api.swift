// swift-format-ignore-file
let base = URL(string: "http://localhost/")!
