import ProtectedStore
import SystemIO

/// A pipe, terminal or device that takes the content of a protected file, front to back.
final class HostStreamSink: ContentSink {
    private let stream: HostStream
    private let onProgress: @Sendable (Int) -> Void

    init(_ stream: consuming HostStream, onProgress: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.stream = stream
        self.onProgress = onProgress
    }

    var isSequential: Bool { true }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try stream.write(bytes)
        onProgress(bytes.byteCount)
    }
}
