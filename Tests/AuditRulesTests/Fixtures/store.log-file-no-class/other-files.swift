// swift-format-ignore-file
final class Downloads {
    func append(_ data: Data, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        handle.write(data)
    }

    func changes(_ text: String, _ folder: URL) throws {
        try text.write(to: folder.appendingPathComponent("changelog.txt"), atomically: true, encoding: .utf8)
        try text.write(to: folder.appendingPathComponent("catalog"), atomically: true, encoding: .utf8)
    }
}

func login(_ text: String, _ folder: URL) throws {
    try text.write(to: folder.appendingPathComponent("login"), atomically: true, encoding: .utf8)
}

struct LogFileReader {
    func read(_ path: String) -> Int32 { open(path, O_RDONLY) }
}

struct LogFolder {
    func keep(_ text: String, _ folder: URL) throws {
        let names = folder.appendingPathComponent("a").matches("(a|b)?.log")
        try text.write(to: names, atomically: true, encoding: .utf8)
    }
}
