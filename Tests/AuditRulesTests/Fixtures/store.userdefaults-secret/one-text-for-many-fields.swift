// swift-format-ignore-file
import Foundation

final class Settings {
    static let store = UserDefaults.standard
    static var host: String { get { "" } set { store.set(newValue, forKey: "host") } }
    static var path: String { get { "" } set { store.set(newValue, forKey: "path") } }
    static var name: String { get { "" } set { store.set(newValue, forKey: "name") } }
    static var password: String { get { "" } set { store.set(newValue, forKey: "password") } }  // expect: store.userdefaults-secret
}
func changed(_ tag: Int, _ text: String) {
    switch tag {
    case 1: Settings.host = text
    case 2: Settings.path = text
    case 3: Settings.name = text
    default: Settings.password = text
    }
}
