import SystemIO

/// Files of the host that are read whole.
enum HostInput {
    /// The bytes of a file, or of standard input for `-`; no more than show that there are more than
    /// `limit`.
    ///
    /// - Throws: `SystemError` with the file's name.
    static func bytes(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        if path == "-" { return try bytes(of: HostStream.standardInput, limit) }
        let stream = try HostStream.source(path)
        do { return try bytes(of: stream, limit) } catch {
            throw SystemError(error.errno, call: error.call, name: path)
        }
    }

    private static func bytes(
        of stream: borrowing HostStream,
        _ limit: Int
    ) throws(SystemError) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while all.count <= limit {
            var span = buffer.mutableSpan
            var bytes = span.mutableBytes
            let count = try stream.read(into: &bytes)
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }
}
