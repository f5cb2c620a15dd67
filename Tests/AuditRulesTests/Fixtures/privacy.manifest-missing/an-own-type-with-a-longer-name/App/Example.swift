// swift-format-ignore-file
struct UserDefaultsValue {}
func a() { _ = UserDefaultsValue() }