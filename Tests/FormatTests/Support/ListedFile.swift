import Foundation

/// A line of a listing: what `read_device.py` prints of a file.
struct ListedFile: Codable, Hashable, Sendable {
    let path: String
    let `class`: String
    let size: Int
    let sha256: String
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
