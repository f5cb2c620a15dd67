// swift-format-ignore-file
import Foundation

func keep(_ token: String, _ theme: String) {
    var servers = all
    servers[0]["accessToken"] = token
    UserDefaults.standard.set(servers, forKey: "servers")  // expect: store.userdefaults-secret
    var themes = all
    themes[0]["theme"] = theme
    UserDefaults.standard.set(themes, forKey: "themes")
}
final class Setting<Value> {
    let key: String
    init(key: String) { self.key = key }
    var value: Value {
        get { read() }
        set { UserDefaults.standard.set(newValue, forKey: key) }
    }
}
let password = Setting<String>(key: "password").shared(with: .watch)  // expect: store.userdefaults-secret
let layout = Setting<String>(key: "layout").shared(with: .watch)
