import Foundation

/// An `InputStream` of a file of a device, which obeys its lock at each read.
final class ProtectedInputStream: InputStream {
    private let opening: () throws -> FileCursor
    private var cursor: FileCursor?
    private var status = Status.notOpen
    private var failure: (any Error)?

    init(_ opening: @escaping () throws -> FileCursor) {
        self.opening = opening
        super.init(data: Data())
    }

    override var streamStatus: Status { status }
    override var streamError: (any Error)? { failure }
    override var hasBytesAvailable: Bool { status == .open }

    override func open() {
        guard status == .notOpen else { return }
        do {
            cursor = try opening()
            status = .open
        } catch { fail(error) }
    }

    override func close() {
        try? cursor?.close()
        cursor = nil
        status = .closed
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        guard let cursor, status == .open else { return status == .atEnd ? 0 : -1 }
        // Of which nothing does not mean the end.
        guard len > 0 else { return 0 }
        do {
            guard let data = try cursor.read(upToCount: len) else {
                status = .atEnd
                return 0
            }
            data.copyBytes(to: buffer, count: data.count)
            return data.count
        } catch {
            fail(error)
            return -1
        }
    }

    // None is lent: the content is decrypted into the caller's.
    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    private func fail(_ error: any Error) {
        failure = error
        status = .error
    }
}

/// An `OutputStream` to a file of a device, which obeys its lock at each write.
final class ProtectedOutputStream: OutputStream {
    private let opening: () throws -> FileCursor
    private let isAppending: Bool
    private var cursor: FileCursor?
    private var status = Status.notOpen
    private var failure: (any Error)?

    /// `isAppending` says that each write goes to the end, also after another's.
    init(isAppending: Bool, _ opening: @escaping () throws -> FileCursor) {
        self.opening = opening
        self.isAppending = isAppending
        super.init(toMemory: ())
    }

    required init(toMemory: ()) {
        opening = { throw CocoaError(.featureUnsupported) }
        isAppending = false
        super.init(toMemory: ())
    }

    override var streamStatus: Status { status }
    override var streamError: (any Error)? { failure }
    override var hasSpaceAvailable: Bool { status == .open }

    override func open() {
        guard status == .notOpen else { return }
        do {
            cursor = try opening()
            status = .open
        } catch { fail(error) }
    }

    override func close() {
        do { try cursor?.close() } catch { failure = error }
        cursor = nil
        status = failure == nil ? .closed : .error
    }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        guard let cursor, status == .open else { return -1 }
        do {
            let bytes = UnsafeBufferPointer(start: buffer, count: len)
            if isAppending { try cursor.append(bytes) } else { try cursor.write(bytes) }
            return len
        } catch {
            fail(error)
            return -1
        }
    }

    private func fail(_ error: any Error) {
        failure = error
        status = .error
    }
}
