import KeyManagement
import ProtectedStore
import Synchronization
import SystemIO

/// A file of a host folder as the content of a protected file; open only while it is read, because
/// many wait for their turn.
final class HostFolderFile: ContentSource {
    private final class Opened: Sendable {
        let file: OwnedFile

        init(_ file: consuming OwnedFile) {
            self.file = file
        }
    }

    private struct State {
        var opened: Opened?
        var position: UInt64 = 0
    }

    private let name: String
    private let folder: HostFolder
    private let onBegin: @Sendable () -> Void
    private let onProgress: @Sendable (_ byteCount: Int, _ isEnd: Bool) -> Void
    private let state = Mutex(State())
    let expectedByteCount: Int?

    init(
        _ name: String,
        in folder: HostFolder,
        expectedByteCount: Int?,
        onBegin: @escaping @Sendable () -> Void,
        onProgress: @escaping @Sendable (_ byteCount: Int, _ isEnd: Bool) -> Void
    ) {
        self.name = name
        self.folder = folder
        self.expectedByteCount = expectedByteCount
        self.onBegin = onBegin
        self.onProgress = onProgress
    }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        let (opened, position) = try state.withLock { state in
            if state.opened == nil { onBegin() }
            let opened = try state.opened ?? Opened(try open())
            state.opened = opened
            return (opened, state.position)
        }
        let count: Int
        do {
            count = try opened.file.read(into: &bytes, at: position)
        } catch { throw failure(error) }
        state.withLock { state in
            state.position += UInt64(count)
            // A short read is the end.
            if count < bytes.byteCount { state.opened = nil }
        }
        onProgress(count, count < bytes.byteCount)
        return count
    }

    private func open() throws(ToolError) -> OwnedFile {
        let system = folder.file.fileSystem
        do {
            return try OwnedFile(name, in: folder.file.descriptor, [], on: system)
        } catch { throw failure(error) }
    }

    private func failure(_ error: SystemError) -> ToolError {
        let path = "\(folder.path)/\(name)"
        return ToolError(ErrorCode(error), "cannot read '\(path)': \(error.errno)", path: path)
    }
}
