// swift-format-ignore-file
final class DiaryStore {
    func open() throws -> DatabaseQueue {
        let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
        return try DatabaseQueue(path: group.appendingPathComponent("a.sqlite").path)  // expect: store.backup-not-excluded
    }
}
