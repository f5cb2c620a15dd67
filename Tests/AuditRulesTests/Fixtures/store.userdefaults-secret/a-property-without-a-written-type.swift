// swift-format-ignore-file
final class Session {
    private let defaults = UserDefaults.standard
    func keep(_ password: String) { defaults.set(password, forKey: "p") }  // expect: store.userdefaults-secret
}