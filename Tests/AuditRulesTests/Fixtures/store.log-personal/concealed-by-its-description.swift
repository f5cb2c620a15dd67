// swift-format-ignore-file
struct PrivateKey: CustomStringConvertible {
    let bytes: [UInt8]
    var description: String { "PrivateKey(redacted)" }
}
struct Password: CustomStringConvertible {
    let password: String
    var description: String { "Password \(password)" }
}
struct Keys {
    let privateKey: PrivateKey
    let name: String
}
final class Credential {}
struct Login {
    let credential: Credential
    let password: String
}
func show(_ keys: Keys, _ login: Login, _ password: Password, _ credential: Credential) {
    print(keys)
    print(keys.privateKey)
    print(credential)
    print(password)  // expect: store.log-personal
    print(login)  // expect: store.log-personal
}
struct First { let second: Second }
struct Second: CustomStringConvertible {
    let first: [First]
    var description: String { "\(first)" }
}
func show(_ first: First, _ second: Second) {
    print(first)
    print(second)
}
