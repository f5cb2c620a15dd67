import ProtectionModel
import Synchronization

/// Writes to an open file that count together: for readers at once, after a crash when the group has
/// ended, and not at all when it is abandoned.
///
/// The group is on the disk already, as frames that say that more comes, so that ending it costs one
/// small write, and abandoning it no more than cutting the file. From the first write to the end
/// nobody else writes to the file: they are told `busy`. Then the next group begins.
package final class WriteGroup: Sendable {
    private let handle: ProtectedFile
    /// Not by the handle, which may be closed before others are; and nothing keeps a file open that
    /// nobody has open.
    private weak let file: KeyedFile?
    private let isClosed = Atomic(false)

    init(_ handle: ProtectedFile, _ file: KeyedFile) {
        self.handle = handle
        self.file = file
    }

    deinit {
        close()
    }

    /// Writes borrowed bytes.
    ///
    /// - Throws: as ``ProtectedFile/write(_:at:)``; `handle-closed` after ``close()``.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try handle.write(bytes, at: offset, in: self)
    }

    /// Cuts the file, or lets it grow.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func truncate(to length: UInt64) throws {
        try handle.truncate(to: length, in: self)
    }

    /// Ends the group: from now on all of it counts, also after a crash of this process, and after a
    /// power loss once the file was synchronized.
    ///
    /// - Throws: as ``write(_:at:)``; the group then goes on.
    package func end() throws { try handle.end(self) }

    /// Takes back what was written since the last end; needs neither a key nor room on the disk.
    package func abandon() {
        guard let file else { return }
        file.whileWriting { file.withState { $0.abandonGroup(of: self) } }
    }

    /// Abandons the group for good: whoever is about to write more of it is refused.
    package func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        abandon()
    }

    /// - Throws: `ProtectionError` with `handle-closed`.
    /// - Precondition: the turn to write is ours, so that ``close()`` comes before or after.
    func checkIsOpen() throws {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else {
            throw ProtectionError(.handleClosed, path: handle.path)
        }
    }
}
