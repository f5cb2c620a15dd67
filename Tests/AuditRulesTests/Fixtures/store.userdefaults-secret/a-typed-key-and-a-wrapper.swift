// swift-format-ignore-file
struct Settings {
    static let credential = Option<String?>(key: "vpn.credential", default: nil)  // expect: store.userdefaults-secret
    @AppStorage("password") var word: String = ""  // expect: store.userdefaults-secret
}