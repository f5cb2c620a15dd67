import Foundation

/// An `InputStream` of a file of a device, which obeys its lock at each read.
final class ProtectedInputStream: InputStream {
    private let state: StreamState

    init(_ opening: @escaping () throws -> FileCursor) {
        state = StreamState(opening)
        super.init(data: Data())
    }

    override var streamStatus: Status { state.status }
    override var streamError: (any Error)? { state.failure }
    override var hasBytesAvailable: Bool { state.status == .open }

    override func open() { state.open() }

    // A handle that has only read has nothing to tell.
    override func close() {
        try? state.close()
        state.status = .closed
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        guard state.status != .atEnd else { return 0 }
        return state.using { cursor in
            // Of which nothing does not mean the end.
            guard len > 0 else { return 0 }
            guard let data = try cursor.read(upToCount: len) else {
                state.status = .atEnd
                return 0
            }
            data.copyBytes(to: buffer, count: data.count)
            return data.count
        }
    }

    // None is lent: the content is decrypted into the caller's.
    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}

/// An `OutputStream` to a file of a device, which obeys its lock at each write.
final class ProtectedOutputStream: OutputStream {
    private let state: StreamState
    private let isAppending: Bool

    /// `isAppending` says that each write goes to the end, also after another's.
    init(isAppending: Bool, _ opening: @escaping () throws -> FileCursor) {
        state = StreamState(opening)
        self.isAppending = isAppending
        super.init(toMemory: ())
    }

    required init(toMemory: ()) {
        state = StreamState { throw CocoaError(.featureUnsupported) }
        isAppending = false
        super.init(toMemory: ())
    }

    override var streamStatus: Status { state.status }
    override var streamError: (any Error)? { state.failure }
    override var hasSpaceAvailable: Bool { state.status == .open }

    override func open() { state.open() }

    override func close() {
        do { try state.close() } catch { state.fail(error) }
    }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        state.using { cursor in
            let bytes = UnsafeBufferPointer(start: buffer, count: len)
            if isAppending { try cursor.append(bytes) } else { try cursor.write(bytes) }
            return len
        }
    }
}

/// How far a stream has come; like Foundation's, it is used by one thread at a time.
private final class StreamState {
    private let opening: () throws -> FileCursor
    private var cursor: FileCursor?
    var status = Stream.Status.notOpen
    private(set) var failure: (any Error)?

    init(_ opening: @escaping () throws -> FileCursor) { self.opening = opening }

    func open() {
        guard status == .notOpen else { return }
        do {
            cursor = try opening()
            status = .open
        } catch { fail(error) }
    }

    func close() throws {
        defer { cursor = nil }
        status = failure == nil ? .closed : .error
        try cursor?.close()
    }

    /// Reads or writes; -1 when the stream is not open, or fails by it.
    func using(_ body: (FileCursor) throws -> Int) -> Int {
        guard let cursor, status == .open else { return -1 }
        do { return try body(cursor) } catch {
            fail(error)
            return -1
        }
    }

    func fail(_ error: any Error) {
        failure = error
        status = .error
    }
}
