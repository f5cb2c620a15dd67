import SystemPackage

extension FileSystem {
    /// Writes all bytes, in as many calls as it takes.
    ///
    /// - Throws: ``SystemError``; a disk that takes nothing more is `ENOSPC`.
    package func writeAll(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) {
        var done = 0
        while done < bytes.byteCount {
            let count = try write(
                file,
                bytes.extracting(done..<bytes.byteCount),
                at: offset + UInt64(done)
            )
            guard count > 0 else { throw SystemError(.noSpace, call: "pwrite") }
            done += count
        }
    }
}
