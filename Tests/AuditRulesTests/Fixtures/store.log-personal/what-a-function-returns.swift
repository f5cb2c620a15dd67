// swift-format-ignore-file
struct Login {
    let password: String
    func line() -> String { "login with \(password)" }
    func made(of text: String) -> String { return "<" + text + ">" }
    func hashed(_ text: String) -> String { sha256(text) }
    func show() {
        print(line())  // expect: store.log-personal
        print(made(of: password))  // expect: store.log-personal
        print(made(of: "x"))
        print(hashed(password))
    }
}
