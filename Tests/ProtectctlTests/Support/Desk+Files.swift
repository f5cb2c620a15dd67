import Foundation

extension Desk {
    /// The place of a name on the desk.
    func url(_ name: String) -> URL { folder.appending(path: name) }

    /// The path of a name on the desk, without a slash at its end.
    func path(_ name: String) -> String {
        name.isEmpty ? folder.path : url(name).path
    }

    /// Writes a host file.
    func text(_ text: String, in name: String) throws {
        try Data(text.utf8).write(to: url(name))
    }

    /// Reads a host file.
    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
    }

    /// Whether a host file or folder is there.
    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: url(name).path)
    }

    /// The names in a host folder, hidden ones too.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(name).path).sorted()
    }

    /// Turns one bit of each of the bytes of a host file.
    func damage(_ name: String, at offsets: Range<Int>) throws {
        var data = try Data(contentsOf: url(name))
        for offset in offsets { data[data.startIndex + offset] ^= 1 }
        try data.write(to: url(name))
    }
}
