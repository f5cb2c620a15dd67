import Foundation

/// A line of a listing: what `read_device.py` prints of a file, folder, link or special file.
struct ListedFile: Codable, Hashable, Sendable {
    /// What each has besides its content; times in nanoseconds, bytes in hexadecimal.
    struct Attributes: Codable, Hashable, Sendable {
        let number: UInt64
        let mode: UInt32
        let owner: UInt32
        let group: UInt32
        /// Accessed, modified, changed, made.
        let times: [Int64]
        let extended: [String: String]
        var device: UInt64?
    }

    let path: String
    var type = "file"
    var `class`: String?
    var size: Int?
    var sha256: String?
    var target: String?
    var attributes: Attributes?

    /// What the content alone says.
    var content: ListedFile {
        var content = self
        content.attributes = nil
        return content
    }
}

extension ListedFile {
    /// The lines of a listing, by path.
    static func parse(_ listing: Data) throws -> [ListedFile] {
        try listing.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(ListedFile.self, from: $0) }
            .sorted { $0.path < $1.path }
    }

    static func encode(_ files: [ListedFile]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var listing = Data()
        for file in files {
            listing += try encoder.encode(file)
            listing.append(UInt8(ascii: "\n"))
        }
        return listing
    }
}
