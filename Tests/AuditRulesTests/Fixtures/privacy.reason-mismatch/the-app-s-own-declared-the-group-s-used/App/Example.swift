// swift-format-ignore-file
let groupName = "group.example"
func a() -> UserDefaults? { UserDefaults(suiteName: groupName) }