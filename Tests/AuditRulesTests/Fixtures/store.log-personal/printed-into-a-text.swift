// swift-format-ignore-file
func describe(_ password: String, _ title: String) -> String {
    var shown = ""
    print(password, to: &shown)
    print(shown)  // expect: store.log-personal
    var kept = ""
    print(password, to: &kept)
    password.write(to: &kept)
    var plain = ""
    print(title, to: &plain)
    print(plain)
    print(title, separator: password)  // expect: store.log-personal
    return kept
}
