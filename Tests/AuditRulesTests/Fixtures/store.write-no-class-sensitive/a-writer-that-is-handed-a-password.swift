// swift-format-ignore-file
func store(_ text: String, at place: URL) throws {
    try text.write(to: place, atomically: true, encoding: .utf8)
}
func export(_ password: String, _ title: String, _ place: URL) throws {
    try store(password, at: place)  // expect: store.write-no-class-sensitive
    try store(title, at: place)
}
