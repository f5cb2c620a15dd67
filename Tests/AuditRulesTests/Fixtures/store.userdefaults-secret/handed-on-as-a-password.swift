// swift-format-ignore-file
struct Session {
    func open(_ text: String, _ name: String, _ other: String) {
        UserDefaults.standard.set(text, forKey: "a")  // expect: store.userdefaults-secret
        server.open(user: name, password: text)
        UserDefaults.standard.set(name, forKey: "b")
        // Asked, not told.
        if isStrong(password: other) { UserDefaults.standard.set(other, forKey: "c") }
    }

    func keep(_ text: String) {
        account.password = text
        UserDefaults.standard.set(text, forKey: "d")  // expect: store.userdefaults-secret
    }
}
