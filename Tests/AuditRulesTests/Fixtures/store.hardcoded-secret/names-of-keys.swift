// swift-format-ignore-file
enum Key {
    static let pin = "PBKDF2Pin"
    static let apiSecret = "8f14e45fceea167a5a36dedd4bea2543"  // expect: store.hardcoded-secret
}
