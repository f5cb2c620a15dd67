/// The lines of the files that findings stand in, each file read once.
struct FileLines {
    private let bytes: (String) -> [UInt8]?
    private var known: [String: [Substring]] = [:]

    /// Lines of the files that `bytes` gives.
    init(_ bytes: @escaping (String) -> [UInt8]?) {
        self.bytes = bytes
    }

    /// The lines of the file at `path`; none of one that is not to be had.
    mutating func lines(of path: String) -> [Substring] {
        if let lines = known[path] { return lines }
        let lines = bytes(path).map { bytes in
            // As those count who read the file; a form feed ends no line.
            String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        }
        known[path] = lines ?? []
        return lines ?? []
    }

    /// The column in Unicode scalars, from 1, of the UTF-8 `column` of a line.
    static func scalarColumn(_ column: Int, in line: Substring) -> Int {
        guard column > 1 else { return 1 }
        return line.utf8.prefix(column - 1).count { $0 & 0xC0 != 0x80 } + 1
    }
}
