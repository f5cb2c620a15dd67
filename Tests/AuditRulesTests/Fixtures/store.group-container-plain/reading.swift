// swift-format-ignore-file
func favorites() throws -> Data {
    let root = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
    return try Data(contentsOf: root.appendingPathComponent("favorites"))
}