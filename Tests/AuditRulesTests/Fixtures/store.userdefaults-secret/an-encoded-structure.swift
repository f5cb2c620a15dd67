// swift-format-ignore-file
struct Account: Codable {
    var server: String
    var accessToken: String
}
struct Theme: Codable { var color: String }
func save(_ current: Account, _ theme: Theme) throws {
    let data = try JSONEncoder().encode(current)
    UserDefaults.standard.set(data, forKey: "current")  // expect: store.userdefaults-secret
    UserDefaults.standard.set(try JSONEncoder().encode(theme), forKey: "theme")
}
