import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO

/// Reads a file, on a thread of its own, into a named pipe whose reader takes its time.
final class StalledReader: Sendable {
    private final class PipeSink: ContentSink {
        let isSequential = true
        let pieceCount = Atomic(0)
        let failure = Mutex<String?>(nil)
        private let pipe: HostStream

        init(_ pipe: consuming HostStream) { self.pipe = pipe }

        func write(_ bytes: RawSpan, at offset: UInt64) throws {
            pieceCount.add(1, ordering: .relaxed)
            try pipe.write(bytes)
        }
    }

    private let sink: PipeSink
    private let thread: SystemThread

    /// Returns when the pipe, which takes one piece, is full.
    init(_ path: DevicePath, _ pipe: String, _ store: FileStore) throws {
        let sink = PipeSink(try HostStream.sink(pipe))
        self.sink = sink
        thread = try SystemThread {
            do { try store.read(path, into: sink) } catch {
                sink.failure.withLock { $0 = ProbeError.word(for: error) }
            }
        }
        while sink.pieceCount.load(ordering: .relaxed) < 2 {
            SystemTime.sleep(.milliseconds(1))
        }
    }

    /// Waits for the end, and says why it came.
    func finish() -> String {
        thread.finish()
        return sink.failure.withLock { $0 } ?? "nothing"
    }
}
