// swift-format-ignore-file
final class Session {
    private let cloudStore = NSUbiquitousKeyValueStore.default
    func keep(_ password: String) { cloudStore.set(password, forKey: "p") }  // expect: cloud.kvs-secret
}