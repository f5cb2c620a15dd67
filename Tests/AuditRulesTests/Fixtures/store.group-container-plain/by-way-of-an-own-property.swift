// swift-format-ignore-file
struct Shared {
    static var root: URL {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
    }
    func keep(_ accessToken: Data) throws {
        try accessToken.write(to: Shared.root.appendingPathComponent("a"))  // expect: store.group-container-plain
    }
}