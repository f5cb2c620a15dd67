// swift-format-ignore-file
func show(_ accessToken: String, _ count: Int) {
    print("it ends in \(accessToken.suffix(4))")
    print(String(accessToken.prefix(6)))
    print(accessToken.prefix(64))  // expect: store.log-personal
    print(accessToken.prefix(count))  // expect: store.log-personal
}
