// swift-format-ignore-file
func openCredentials(_ path: String) throws {
    queue = try DatabaseQueue(path: path)  // expect: store.sqlite-no-class
}