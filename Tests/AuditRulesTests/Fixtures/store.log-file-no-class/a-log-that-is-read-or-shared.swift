// swift-format-ignore-file
final class LogViewer {
    func show(_ folder: URL) throws -> String {
        let handle = try FileHandle(forReadingFrom: folder.appendingPathComponent("app.log"))
        return String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
    }

    func share(_ lines: String) throws -> URL {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("app.log")
        try lines.write(to: copy, atomically: true, encoding: .utf8)
        return copy
    }
}

func size(_ path: String) -> Bool { fopen(path + "/app.log", "r") != nil && fopen(path) == nil }

final class Logger {
    func isThere(_ folder: URL) -> Bool {
        if FileHandle(forWritingAtPath: folder.appendingPathComponent("app.log").path) != nil { return true }
        return false
    }
}
