import ProtectedStore
import SystemIO
import Synchronization

/// A host file, pipe or device as the content of a protected file.
final class HostFileSource: ContentSource {
    private let stream: HostStream
    private let onProgress: @Sendable (Int) -> Void

    init(_ stream: consuming HostStream, onProgress: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.stream = stream
        self.onProgress = onProgress
    }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        let count = try stream.read(into: &bytes)
        onProgress(count)
        return count
    }
}
