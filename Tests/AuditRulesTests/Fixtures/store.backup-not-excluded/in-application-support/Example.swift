// swift-format-ignore-file
final class Entries {
    func keep(_ text: Data) throws {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        try text.write(to: folder.appendingPathComponent("a.diary"))  // expect: store.backup-not-excluded
    }
}
