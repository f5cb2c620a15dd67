// swift-format-ignore-file
enum Key: String { case page = "page", other = "other" }
func keep(_ text: String, _ count: Int) {
    UserDefaults.standard.set(text, forKey: "entries")  // expect: store.userdefaults-personal
    UserDefaults.standard.set(count, forKey: Key.page.rawValue)  // expect: store.userdefaults-personal
    UserDefaults.standard.set(text, forKey: Key.other.rawValue)
    UserDefaults.standard.set(nil, forKey: "entries")
}
struct Note { @AppStorage("entries") var text = "" }  // expect: store.userdefaults-personal
