// swift-format-ignore-file
func save(_ password: Data, to url: URL) throws {
    try password.write(to: url)
}