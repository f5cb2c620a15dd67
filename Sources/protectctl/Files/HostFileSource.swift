import ProtectedStore
import SystemIO
import Synchronization

/// A host file, pipe or device as the content of a protected file.
final class HostFileSource: ContentSource {
    private let stream: HostStream
    private let onProgress: @Sendable (Int) -> Void
    let expectedByteCount: Int?

    init(
        _ stream: consuming HostStream,
        expectedByteCount: Int? = nil,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.stream = stream
        self.expectedByteCount = expectedByteCount
        self.onProgress = onProgress
    }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        try read(into: &bytes) {}
    }

    func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int {
        try stream.read(into: &bytes) { count in
            onProgress(count)
            onPiece()
        }
    }
}
