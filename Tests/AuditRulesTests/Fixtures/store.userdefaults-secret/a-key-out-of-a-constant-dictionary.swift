// swift-format-ignore-file
enum Names {
    static let all = ["first": "account.pin", "second": "account.theme"]
    static let kinds: [Kind: String] = [.login: "accessToken", .look: "theme"]
}
func keep(_ value: String, _ name: String) {
    UserDefaults.standard.set(value, forKey: Names.all["first"]!)  // expect: store.userdefaults-secret
    UserDefaults.standard.set(value, forKey: Names.all["second"]!)
    UserDefaults.standard.set(value, forKey: Names.kinds[.login]!)  // expect: store.userdefaults-secret
    UserDefaults.standard.set(value, forKey: Names.kinds[.look]!)
    UserDefaults.standard.set(value, forKey: Names.all[name]!)
    UserDefaults.standard.set(value, forKey: Names.all["third"]!)
}
