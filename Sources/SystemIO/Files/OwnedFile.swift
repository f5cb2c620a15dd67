import SystemPackage

/// An open file that closes itself.
package struct OwnedFile: ~Copyable, Sendable {
    /// The number, for calls on ``fileSystem``.
    package let descriptor: Descriptor
    /// Where the file lives.
    package let fileSystem: any FileSystem

    /// Opens a file; see ``FileSystem/open(_:in:_:permissions:)``.
    ///
    /// - Throws: ``SystemError``.
    package init(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32 = 0o600,
        on fileSystem: any FileSystem
    ) throws(SystemError) {
        descriptor = try fileSystem.open(name, in: directory, options, permissions: permissions)
        self.fileSystem = fileSystem
    }

    init(owning descriptor: Descriptor, on fileSystem: any FileSystem) {
        self.descriptor = descriptor
        self.fileSystem = fileSystem
    }

    deinit {
        fileSystem.close(descriptor)
    }

    /// Reads until `bytes` is full or the file ends, and returns how many bytes it read.
    ///
    /// - Throws: ``SystemError``.
    package func read(
        into bytes: inout MutableRawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        let first = try fileSystem.read(descriptor, into: &bytes, at: offset)
        guard first > 0, first < bytes.byteCount else { return first }
        return try readRest(into: &bytes, from: first, at: offset)
    }

    /// Signals and pipes behind network file systems may cut a read short; local ones never do.
    private func readRest(
        into bytes: inout MutableRawSpan,
        from first: Int,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        var done = first
        while done < bytes.byteCount {
            let count = try bytes.withUnsafeMutableBytes { (all) throws(SystemError) -> Int in
                var rest = MutableRawSpan(
                    _unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: all[done...])
                )
                return try fileSystem.read(descriptor, into: &rest, at: offset + UInt64(done))
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads up to `count` bytes.
    ///
    /// - Throws: ``SystemError``.
    package func read(_ count: Int, at offset: UInt64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        let got = try read(into: &raw, at: offset)
        if got < count { bytes.removeLast(count - got) }
        return bytes
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError``; a disk that takes nothing more is `ENOSPC`.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws(SystemError) {
        try fileSystem.writeAll(descriptor, bytes, at: offset)
    }

    /// Writes all bytes of an array.
    ///
    /// - Throws: ``SystemError``.
    package func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
        try write(bytes.span.bytes, at: offset)
    }

    /// ftruncate(2).
    package func truncate(to size: UInt64) throws(SystemError) {
        try fileSystem.truncate(descriptor, to: size)
    }

    /// fsync(2) or fdatasync(2).
    package func synchronize(dataOnly: Bool = false) throws(SystemError) {
        try fileSystem.synchronize(descriptor, dataOnly: dataOnly)
    }

    /// fstat(2).
    package func status() throws(SystemError) -> FileStatus {
        try fileSystem.status(of: descriptor)
    }
}

extension OwnedFile {
    /// Replaces or makes the file `name` in this folder so that a crash at any point leaves the old
    /// content or the new: temporary, sync, rename, sync of the folder.
    ///
    /// The temporary's name is fixed; a file that has it is unlinked first, never written to: it may be a
    /// link to a file of the user's.
    ///
    /// - Throws: ``SystemError``; the old content is then still in place, except that after a failed
    ///   sync of the folder the new one may be.
    package borrowing func replace(
        _ name: String,
        with content: [UInt8]
    ) throws(SystemError) {
        let temporary = ".\(name).new"
        do {
            try fileSystem.unlink(temporary, in: descriptor, folder: false)
        } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw error }
        }
        let file = try OwnedFile(
            temporary,
            in: descriptor,
            [.writing, .creatingNew],
            on: fileSystem
        )
        try file.write(content, at: 0)
        try file.synchronize()
        try fileSystem.rename(
            temporary,
            in: descriptor,
            to: name,
            in: descriptor,
            replacing: true
        )
        try synchronize()
    }
}
