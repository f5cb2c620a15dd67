// swift-format-ignore-file
import Foundation

final class Option<Value> {
    let name: String
    private let fallback: Value
    init(name: String, fallback: Value) {
        self.name = name
        self.fallback = fallback
    }
    var value: Value {
        get { UserDefaults.standard.object(forKey: name) as? Value ?? fallback }
        set { UserDefaults.standard.set(newValue, forKey: name) }
    }
}
@propertyWrapper struct Kept<Value> {
    let key: String
    var wrappedValue: Value {
        get { read() }
        set { UserDefaults.standard.set(newValue, forKey: key) }
    }
}
struct Lookup {
    let name: String
    var value: String { table[name] }
}
struct Settings {
    static let credential = Option<String?>(name: "vpn.credential", fallback: nil)  // expect: store.userdefaults-secret
    static let theme = Option<String?>(name: "theme", fallback: nil)
    @AppStorage("password") var word: String = ""  // expect: store.userdefaults-secret
    @Kept(key: "access-token") var pass: String = ""  // expect: store.userdefaults-secret
    @Kept(key: "password-shown") var isShown = false
    let found = Lookup(name: "password")
}
