// swift-format-ignore-file
enum Kind { case glucose, email(String) }
func show(_ account: Account, _ kind: Kind) {
    log(kind: .email("none"))
    print(Kind.email)
    print("for \(account.address) and \(account.title)")
    print("for \(email.address)")  // expect: store.log-personal
}
func log(kind: Kind) { print(kind) }
