// swift-format-ignore-file
final class Logger {
    private var file: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appendingPathComponent("app.log")
    }

    func log(_ line: String) throws {
        let attributes: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.complete]
        FileManager.default.createFile(atPath: file.path, contents: nil, attributes: attributes)
        let handle = try FileHandle(forWritingTo: file)  // expect: store.log-file-no-class
        handle.write(Data(line.utf8))
    }
}
