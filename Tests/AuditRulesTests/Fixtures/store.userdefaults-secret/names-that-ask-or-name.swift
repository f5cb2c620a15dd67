// swift-format-ignore-file
struct Settings {
    @UserDefault(key: "settingsShowChangePassword", defaultValue: Build.settings)
    var settingsShowChangePassword

    func keep(_ value: Data) {
        UserDefaults.standard.set(StorageKey.password, forKey: "version")
        UserDefaults.standard.set(Names.accessToken, forKey: "order")
        UserDefaults.standard.set(account.password, forKey: "a")  // expect: store.userdefaults-secret
    }
}
