// swift-format-ignore-file
func a(_ id: UUID) { load(URL(string: "https://a.example/\(id)")!) }