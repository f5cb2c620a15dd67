import SystemIO
import Synchronization

/// The right to hold a device's keys, until the object is released.
///
/// Two locks. That of the directory itself decides, since nothing that is done to a name takes it
/// away; that of the holder file shows whose record stands in it. Both can be looked at without
/// being taken, so that a look is never in the way of a claim.
package final class DeviceClaim: Sendable {
    static let fileName = ".holder"
    /// The byte that is locked, of the directory and of the file.
    static let byte: UInt64 = 0

    private struct Publication: ~Copyable {
        var file: OwnedFile
        var record: HolderRecord
    }

    private let directory: OwnedFile
    private let publication: Mutex<Publication>

    /// Nil when another process or object has the right.
    ///
    /// - Throws: ``SystemError``.
    init?(_ folder: borrowing OwnedFile) throws(SystemError) {
        let fileSystem = folder.fileSystem
        // A description of its own: flock goes by descriptions, and others share the folder's.
        let directory = try OwnedFile(".", in: folder.descriptor, .directory, on: fileSystem)
        guard try fileSystem.lock(directory.descriptor, .exclusive) else { return nil }
        // For onlookers. A folder cannot be opened for writing, which a lock that excludes needs; a
        // file system without this lock has the holder file's.
        _ = try? fileSystem.lockByte(directory.descriptor, at: Self.byte, .shared)
        let record = HolderRecord.ofThisProcess
        try Self.removeWhatIsNotOurs(in: directory)
        let file = try OwnedFile(
            Self.fileName,
            in: directory.descriptor,
            [.writing, .creating],
            on: fileSystem
        )
        guard try fileSystem.lockByte(file.descriptor, at: Self.byte, .exclusive) else {
            return nil
        }
        // What is left of an earlier holder leads nowhere.
        try Self.write(record, to: file)
        self.directory = directory
        publication = Mutex(Publication(file: file, record: record))
    }

    /// Says where the holder answers, or with nil that it has no socket.
    ///
    /// - Throws: ``SystemError``.
    func publish(socket: String?) throws(SystemError) {
        try publication.withLock { (publication) throws(SystemError) in
            publication.record.socket = socket
            try Self.write(publication.record, to: publication.file)
        }
    }

    /// Publishes the record anew where its file was removed or replaced.
    ///
    /// - Returns: false when that was refused, as on a full disk.
    @discardableResult
    package func restorePublication() -> Bool {
        publication.withLock { publication in
            let named = try? directory.fileSystem.status(
                of: Self.fileName,
                in: directory.descriptor
            )
            guard named == nil || named?.identity != (try? publication.file.status().identity)
            else { return true }
            // Whose file it is now does not matter: the directory's lock is ours.
            try? directory.fileSystem.unlink(
                Self.fileName,
                in: directory.descriptor,
                folder: named?.kind == .directory
            )
            guard let file = try? Self.makeFile(publication.record, in: directory) else {
                return false
            }
            publication.file = file
            return true
        }
    }

    /// What is in the holder file's place, but is a link to another file or not a file, is not
    /// written to.
    private static func removeWhatIsNotOurs(
        in directory: borrowing OwnedFile
    ) throws(SystemError) {
        let fileSystem = directory.fileSystem
        guard let found = try? fileSystem.status(of: fileName, in: directory.descriptor),
            found.kind != .file || found.links > 1
        else { return }
        try fileSystem.unlink(
            fileName,
            in: directory.descriptor,
            folder: found.kind == .directory
        )
    }

    private static func makeFile(
        _ record: HolderRecord,
        in directory: borrowing OwnedFile
    ) throws(SystemError) -> OwnedFile {
        let file = try OwnedFile(
            fileName,
            in: directory.descriptor,
            [.writing, .creatingNew],
            on: directory.fileSystem
        )
        _ = try directory.fileSystem.lockByte(file.descriptor, at: byte, .exclusive)
        try write(record, to: file)
        return file
    }

    private static func write(
        _ record: HolderRecord,
        to file: borrowing OwnedFile
    ) throws(SystemError) {
        try file.truncate(to: 0)
        try file.write(record.bytes, at: 0)
    }
}
