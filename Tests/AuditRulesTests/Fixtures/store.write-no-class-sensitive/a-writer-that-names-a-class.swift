// swift-format-ignore-file
func store(_ data: Data, at place: URL) throws {
    try data.write(to: place, options: [.atomic, .completeFileProtection])
}
func export(_ password: Data, _ place: URL) throws {
    try store(password, at: place)
}
