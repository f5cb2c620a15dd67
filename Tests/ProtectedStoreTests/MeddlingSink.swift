import ProtectedStore
import Synchronization

/// Collects content, and does something when the first piece has come.
final class MeddlingSink: ContentSink {
    private let collected = BytesSink()
    private let meddle: @Sendable () throws -> Void
    private let isFirst = Mutex(true)

    init(_ meddle: @escaping @Sendable () throws -> Void) {
        self.meddle = meddle
    }

    var isSequential: Bool { true }
    var bytes: [UInt8] { collected.bytes }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        collected.write(bytes, at: offset)
        let isFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        if isFirst { try meddle() }
    }
}
