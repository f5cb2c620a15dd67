// swift-format-ignore-file
enum Secrets {
    static let apiKey = "x9KfP2mQ7rT4vW8z"  // expect: store.hardcoded-secret
}
enum Field: String {
    case password
    static let clientSecret: String = "k3LmN8pQ2rS6tU1v"  // expect: store.hardcoded-secret
}