// swift-format-ignore-file
final class Store {
    func a(_ p: String) throws {
        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: p)  // expect: reach.complete-vs-bgtask
    }
}