// swift-format-ignore-file
private struct Keys {
    static let accountPassword = "accountPassword"
}

final class Account {
    var accountPassword: String? {
        get { read(Keys.accountPassword) }
        set { print("set \(newValue ?? "")") }  // expect: store.log-personal
    }

    private func read(_ key: String) -> String? {
        print("nothing under \(key)")
        return nil
    }

    func show() {
        print(self.accountPassword ?? "")  // expect: store.log-personal
    }
}
