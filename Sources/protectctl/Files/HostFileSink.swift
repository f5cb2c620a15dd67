import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO

/// A new host file that takes the content of a protected file in any order, and its name last.
final class HostFileSink: ContentSink {
    private let folder: OwnedFile
    private let name: String
    private let temporary: String
    private let file: OwnedFile
    private let onProgress: @Sendable (Int) -> Void

    /// Makes a temporary beside `path`.
    init(_ path: String, onProgress: @escaping @Sendable (Int) -> Void = { _ in }) throws {
        let system = PosixFileSystem()
        let parent = HostPath.resolved(HostPath.parent(of: path))
        do {
            folder = try OwnedFile(parent, in: nil, .directory, on: system)
        } catch {
            throw ToolError(
                ErrorCode(error),
                "cannot write '\(path)': folder '\(parent)': \(error.errno)",
                path: path,
                hint: "choose another place, or make that folder first"
            )
        }
        name = HostPath.name(of: path)
        // Not made from the name, which may be as long as a name can be.
        temporary = ".protectctl-\(ProcessInfo.processInfo.processIdentifier)"
        file = try OwnedFile(
            temporary,
            in: folder.descriptor,
            [.writing, .creatingNew],
            on: system
        )
        self.onProgress = onProgress
    }

    var isSequential: Bool { false }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try file.write(bytes, at: offset)
        onProgress(bytes.byteCount)
    }

    /// Gives the file its name, its permissions and its time.
    func finish(_ metadata: FileMetadata) throws {
        try file.setPermissions(metadata.mode & 0o777)
        try file.fileSystem.setModified(
            file.descriptor,
            seconds: metadata.modified.seconds,
            nanoseconds: metadata.modified.nanoseconds
        )
        try file.fileSystem.rename(
            temporary,
            in: folder.descriptor,
            to: name,
            in: folder.descriptor,
            replacing: true
        )
    }

    /// Removes the temporary: nothing partial stays.
    func discard() {
        try? file.fileSystem.unlink(temporary, in: folder.descriptor, folder: false)
    }
}
