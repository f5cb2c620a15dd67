import CSystemShims
import Glibc
import SystemPackage

/// A stream of bytes on the host: standard input and output, a pipe, a terminal, a device.
package struct HostStream: ~Copyable, Sendable {
    /// The number of the open stream.
    package let descriptor: Int32
    private let isOwned: Bool

    private init(descriptor: Int32, isOwned: Bool) {
        self.descriptor = descriptor
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { _ = Glibc.close(descriptor) }
    }

    /// Descriptor 0; stays open.
    package static var standardInput: HostStream { HostStream(descriptor: 0, isOwned: false) }
    /// Descriptor 1; stays open.
    package static var standardOutput: HostStream { HostStream(descriptor: 1, isOwned: false) }
    /// Descriptor 2; stays open.
    package static var standardError: HostStream { HostStream(descriptor: 2, isOwned: false) }

    /// Takes over a descriptor, which is closed with the stream.
    package init(owning descriptor: Int32) {
        self.init(descriptor: descriptor, isOwned: true)
    }

    /// Opens a path for reading, following symbolic links as the user's own paths do.
    ///
    /// - Throws: ``SystemError``.
    package static func source(_ path: String) throws(SystemError) -> HostStream {
        let result = shim_open_source(path)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "open", name: path)
        }
        return HostStream(owning: result)
    }

    /// The first bytes of one of the kernel's files, such as those in `/proc`; nil when it cannot be read.
    package static func text(of path: String, byteLimit: Int) -> String? {
        guard let stream = try? source(path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: byteLimit)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        guard let count = try? stream.read(into: &raw) else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Opens an existing path for writing, without truncating it.
    ///
    /// - Throws: ``SystemError``.
    package static func sink(_ path: String) throws(SystemError) -> HostStream {
        let result = shim_open_sink(path)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "open", name: path)
        }
        return HostStream(owning: result)
    }

    /// Reads until `bytes` is full or the stream ends, and returns how many bytes it read; `onPiece`
    /// is told how many each system call brought.
    ///
    /// - Throws: ``SystemError``.
    package borrowing func read(
        into bytes: inout MutableRawSpan,
        onPiece: (Int) -> Void = { _ in }
    ) throws(SystemError) -> Int {
        let descriptor = descriptor
        return try bytes.withUnsafeMutableBytes { (bytes) throws(SystemError) in
            var done = 0
            while done < bytes.count {
                let count = Glibc.read(
                    descriptor,
                    bytes.baseAddress.map { $0 + done },
                    bytes.count - done
                )
                if count == 0 { break }
                if count < 0 {
                    guard errno == EINTR else {
                        throw SystemError(Errno(rawValue: errno), call: "read")
                    }
                    continue
                }
                done += count
                onPiece(count)
            }
            return done
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError``; `EPIPE` when the reader is gone.
    package borrowing func write(_ bytes: RawSpan) throws(SystemError) {
        let descriptor = descriptor
        try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(
                    descriptor,
                    bytes.baseAddress.map { $0 + done },
                    bytes.count - done
                )
                if count < 0 {
                    guard errno == EINTR else {
                        throw SystemError(Errno(rawValue: errno), call: "write")
                    }
                    continue
                }
                done += count
            }
        }
    }

    /// A connected pair; what is written to the second can be read from the first.
    ///
    /// - Throws: ``SystemError``.
    package static func pipe() throws(SystemError) -> StreamPair {
        var descriptors: (Int32, Int32) = (0, 0)
        let result = withUnsafeMutableBytes(of: &descriptors) {
            shim_pipe($0.bindMemory(to: Int32.self).baseAddress)
        }
        guard result == 0 else { throw SystemError(Errno(rawValue: -result), call: "pipe2") }
        return StreamPair(
            reading: HostStream(owning: descriptors.0),
            writing: HostStream(owning: descriptors.1)
        )
    }
}

/// Both ends of a pipe.
package struct StreamPair: ~Copyable, Sendable {
    package let reading: HostStream
    package let writing: HostStream

    init(reading: consuming HostStream, writing: consuming HostStream) {
        self.reading = reading
        self.writing = writing
    }

    /// Hands over the reading end and closes the other.
    package consuming func takeReading() -> HostStream { reading }

    /// Hands over the writing end and closes the other.
    package consuming func takeWriting() -> HostStream { writing }
}
