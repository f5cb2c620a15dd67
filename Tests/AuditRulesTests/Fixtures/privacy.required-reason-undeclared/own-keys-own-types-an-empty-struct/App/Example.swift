// swift-format-ignore-file
enum Key { case creationDate, modificationDate }
struct UserDefaultsValue {}
func a(_ d: [Key: Int]) { print(d[.creationDate] as Any, UserDefaultsValue(), stat()) }