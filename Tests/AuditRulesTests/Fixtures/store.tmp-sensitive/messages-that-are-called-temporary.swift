// swift-format-ignore-file
func removeTemporaryMessages(_ messages: [Message]) {
    list.remove(messages)
}
func preview(_ password: String) throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("one")
    try password.write(to: place, atomically: true, encoding: .utf8)  // expect: store.tmp-sensitive
}
