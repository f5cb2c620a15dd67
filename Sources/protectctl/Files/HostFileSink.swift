import Foundation
import KeyManagement
import ProtectedStore
import SystemIO

/// A new host file that takes the content of a protected file in any order, and its name last.
final class HostFileSink: ContentSink {
    private let folder: HostFolder
    private let name: String
    private let temporary: String
    private let file: OwnedFile
    private let onProgress: @Sendable (Int) -> Void

    /// Makes a temporary in `folder`.
    init(
        _ name: String,
        in folder: HostFolder,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.name = name
        self.folder = folder
        // Not made from the name, which may be as long as a name can be.
        let temporary = ".protectctl-\(ProcessInfo.processInfo.processIdentifier)"
        file = try Self.translating(name, folder) { () throws(SystemError) in
            try OwnedFile(
                temporary,
                in: folder.file.descriptor,
                [.writing, .creatingNew],
                on: folder.file.fileSystem
            )
        }
        self.temporary = temporary
        self.onProgress = onProgress
    }

    var isSequential: Bool { false }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try file.write(bytes, at: offset)
        onProgress(bytes.byteCount)
    }

    /// Gives the file its name, its permissions and its time.
    func finish(_ metadata: FileMetadata) throws {
        try Self.translating(name, folder) { () throws(SystemError) in
            try file.setPermissions(metadata.mode & 0o777)
            try file.fileSystem.setModified(
                file.descriptor,
                seconds: metadata.modified.seconds,
                nanoseconds: metadata.modified.nanoseconds
            )
            try file.fileSystem.rename(
                temporary,
                in: folder.file.descriptor,
                to: name,
                in: folder.file.descriptor,
                replacing: true
            )
        }
    }

    /// Removes the temporary: nothing partial stays.
    func discard() {
        try? file.fileSystem.unlink(temporary, in: folder.file.descriptor, folder: false)
    }

    /// The kernel names the temporary, or nothing.
    private static func translating<Result: ~Copyable>(
        _ name: String,
        _ folder: HostFolder,
        _ body: () throws(SystemError) -> Result
    ) throws(ToolError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            let path = "\(folder.path)/\(name)"
            throw ToolError(ErrorCode(error), "cannot write '\(path)': \(error.errno)", path: path)
        }
    }
}
