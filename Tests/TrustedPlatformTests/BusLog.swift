#if TPM
import Foundation

/// The commands and responses in swtpm's log, one after the other.
struct BusLog {
    private let bytes: [UInt8]

    /// Reads lines of pairs of hexadecimal digits, and leaves out the others.
    init(_ file: URL) throws {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        bytes = text.split(separator: "\n").flatMap { line -> [UInt8] in
            let words = line.split(separator: " ")
            let pairs = words.compactMap { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
            return pairs.count == words.count ? pairs : []
        }
    }

    func contains(_ needle: [UInt8]) -> Bool { Data(bytes).range(of: Data(needle)) != nil }
}
#endif
