// swift-format-ignore-file
struct Account {
    var title: String
    var password: String
}
final class Session { var password = "" }
func show(_ account: Account, _ session: Session, _ accounts: [Account]) {
    print("loaded \(account)")  // expect: store.log-personal
    print(accounts)  // expect: store.log-personal
    print(account.title)
    print(session)
}
