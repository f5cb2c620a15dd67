// swift-format-ignore-file
final class FileLogger {
    func log(_ line: String, in folder: URL) throws {
        let handle = try FileHandle(forWritingTo: folder.appendingPathComponent("app.log"))
        handle.write(Data(line.utf8))
    }
}
