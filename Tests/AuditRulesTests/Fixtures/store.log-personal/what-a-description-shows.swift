// swift-format-ignore-file
struct Letter: CustomStringConvertible {
    let messageText: String
    let id: String
    var description: String { "letter \(id): \(messageText)" }
    func send() { print("cannot send \(self)") }  // expect: store.log-personal
}
struct Envelope: CustomStringConvertible {
    let messageText: String
    let id: String
    var description: String { "letter \(id)" }
    func send() { print("cannot send \(self)") }
}
final class Account {
    var password = ""
}
func show(_ account: Account, _ envelope: Envelope) {
    // A class shows its name.
    print(account)
    print("opened \(envelope)")
}
