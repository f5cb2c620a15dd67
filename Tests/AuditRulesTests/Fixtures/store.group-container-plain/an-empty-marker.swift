// swift-format-ignore-file
func mark() throws {
    let root = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
    try Data().write(to: root.appendingPathComponent("favorites"))
}