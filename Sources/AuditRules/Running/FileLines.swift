/// The lines of the files that findings stand in, each file read once.
struct FileLines {
    private let bytes: (String) -> [UInt8]?
    private var known: [String: [Substring]] = [:]
    private var last: Column?

    /// Lines of the files that `bytes` gives.
    init(_ bytes: @escaping (String) -> [UInt8]?) {
        self.bytes = bytes
    }

    /// The lines of the file at `path`; none of one that cannot be read.
    mutating func lines(of path: String) -> [Substring] {
        if let lines = known[path] { return lines }
        let lines = bytes(path).map { bytes in
            // As those count who read the file; a form feed ends no line.
            String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false) {
                    $0 == "\n" || $0 == "\r" || $0 == "\r\n"
                }
        }
        known[path] = lines ?? []
        return lines ?? []
    }

    /// The column in Unicode scalars, from 1, of the UTF-8 `column` of the `line`, both from 1.
    ///
    /// Columns of one line are asked for in ascending order, so each is counted from the last.
    mutating func scalarColumn(_ column: Int, line: Int, of path: String) -> Int {
        let lines = lines(of: path)
        guard lines.indices.contains(line - 1), column > 1 else { return 1 }
        var start = Column(path: path, line: line, byte: 1, scalar: 1)
        if let last, last.path == path, last.line == line, last.byte <= column { start = last }
        let bytes = lines[line - 1].utf8.dropFirst(start.byte - 1).prefix(column - start.byte)
        let scalar = start.scalar + bytes.count { $0 & 0xC0 != 0x80 }
        last = Column(path: path, line: line, byte: column, scalar: scalar)
        return scalar
    }

    private struct Column {
        let path: String
        let line: Int
        let byte: Int
        let scalar: Int
    }
}
