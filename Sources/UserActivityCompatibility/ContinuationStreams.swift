public import Foundation
import Handoff
import ProtectionModel
import Synchronization

extension NSUserActivity {
    /// Opens streams to the app that it came from, in the background: one to read and one to write, neither open yet.
    ///
    /// An activity that did not come from another device has none: `CocoaError.featureUnsupported`, as Apple's.
    @preconcurrency
    public final func getContinuationStreams(
        completionHandler: @escaping @Sendable (InputStream?, OutputStream?, (any Error)?) -> Void
    ) {
        let continued = continued
        DispatchQueue.global().async {
            do {
                guard let continued else { throw CocoaError(.featureUnsupported) }
                let ends = StreamEnds(try continued.streams()) { continued.close() }
                let (input, output) = (
                    ContinuationInputStream(ends), ContinuationOutputStream(ends)
                )
                completionHandler(input, output, nil)
            } catch { completionHandler(nil, nil, error) }
        }
    }
}

/// The two streams of a session, which share it: while one waits for the other side, so does the other.
final class StreamEnds: Sendable {
    let streams: ActivityStreams
    private let left = Mutex(2)
    private let onClose: @Sendable () -> Void

    init(_ streams: ActivityStreams, onClose: @escaping @Sendable () -> Void) {
        self.streams = streams
        self.onClose = onClose
    }

    /// One of the two was closed, or let go.
    func close() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { onClose() }
    }
}

/// Where one of the streams stands; like Foundation's, it is used by one thread at a time.
private struct StreamState {
    private(set) var status = Stream.Status.notOpen
    private(set) var failure: (any Error)?
    private var isClosed = false

    mutating func open() { if status == .notOpen { status = .open } }

    /// False when it was closed before.
    mutating func close() -> Bool {
        defer { isClosed = true }
        if status != .error { status = .closed }
        return !isClosed
    }

    mutating func end() { status = .atEnd }

    /// -1 when the stream is not open, or fails by it.
    mutating func use(_ body: () throws -> Int) -> Int {
        guard status == .open else { return -1 }
        do { return try body() } catch {
            failure = error
            status = .error
            return -1
        }
    }
}

/// What the other app writes; each read waits for it.
final class ContinuationInputStream: InputStream {
    private let ends: StreamEnds
    private var state = StreamState()

    init(_ ends: StreamEnds) {
        self.ends = ends
        super.init(data: Data())
    }

    deinit { close() }

    override var streamStatus: Status { state.status }
    override var streamError: (any Error)? { state.failure }
    override var hasBytesAvailable: Bool { state.status == .open }

    override func open() { state.open() }

    override func close() { if state.close() { ends.close() } }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        guard state.status != .atEnd else { return 0 }
        var isOver = false
        let count = state.use {
            // Of which nothing does not mean the end.
            guard len > 0 else { return 0 }
            let bytes = try ends.streams.read(upTo: len)
            isOver = bytes.isEmpty
            bytes.withUnsafeBufferPointer { source in
                if let base = source.baseAddress { buffer.update(from: base, count: source.count) }
            }
            return bytes.count
        }
        if isOver { state.end() }
        return count
    }

    // None is lent.
    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}

/// What the other app reads; a write waits while that has too much to read.
final class ContinuationOutputStream: OutputStream {
    private let ends: StreamEnds?
    private var state = StreamState()

    init(_ ends: StreamEnds) {
        self.ends = ends
        super.init(toMemory: ())
    }

    required init(toMemory: ()) {
        ends = nil
        super.init(toMemory: ())
    }

    deinit { close() }

    override var streamStatus: Status { state.status }
    override var streamError: (any Error)? { state.failure }
    override var hasSpaceAvailable: Bool { state.status == .open }

    override func open() { state.open() }

    override func close() {
        guard state.close() else { return }
        try? ends?.streams.finish()
        ends?.close()
    }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        state.use {
            guard let ends else { throw CocoaError(.featureUnsupported) }
            try ends.streams.write(Array(UnsafeBufferPointer(start: buffer, count: len)))
            return len
        }
    }
}
