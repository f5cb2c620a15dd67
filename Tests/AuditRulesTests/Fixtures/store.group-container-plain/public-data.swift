// swift-format-ignore-file
func update(_ weather: Data) throws {
    let root = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
    try weather.write(to: root.appendingPathComponent("a"))
}