// swift-format-ignore-file
extension UserDefaults {
    enum Key: String { case loginPassword, isPasswordSet, theme }
    @objc dynamic var loginPassword: String? {
        get { string(forKey: Key.loginPassword.rawValue) }
        set { set(newValue, forKey: Key.loginPassword.rawValue) }  // expect: store.userdefaults-secret
    }
    var isPasswordSet: Bool {
        get { bool(forKey: Key.isPasswordSet.rawValue) }
        set { set(newValue, forKey: Key.isPasswordSet.rawValue) }
    }
    var theme: String? {
        get { string(forKey: Key.theme.rawValue) }
        set { set(newValue, forKey: Key.theme.rawValue) }
    }
}
