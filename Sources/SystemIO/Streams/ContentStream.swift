package import CSystemShims
import Glibc

/// Content that a `FILE` of the C library reads and writes though it is no file of the host.
package protocol StreamContent: AnyObject {
    /// - Returns: how many bytes were read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// Writes all of it.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// The place that is so many bytes from where `origin` says.
    func seek(by bytes: Int64, from origin: StreamOrigin) throws -> Int64
    /// Ends it; nothing is asked of it any more.
    func close() throws
    /// What the C library is told of an error that one of these threw.
    func errorNumber(of error: any Error) -> Int32
}

/// Where a seek counts from.
package enum StreamOrigin: Sendable {
    case start
    case place
    case end
}

/// Opens a `FILE` over content, which it keeps until `fclose(3)`; nil when there is no memory.
///
/// Its buffer is the C library's, in plain memory. (fopencookie(3))
package func openStream(
    _ content: any StreamContent,
    mode: String
) -> UnsafeMutablePointer<FILE>? {
    let cookie = Unmanaged.passRetained(StreamCookie(content))
    let stream = shim_open_stream(cookie.toOpaque(), mode, StreamCookie.calls)
    if stream == nil { cookie.release() }
    return stream
}

/// Tells a caller of the C library what went wrong.
package func setErrorNumber(_ number: Int32) { errno = number }

private final class StreamCookie {
    /// Never freed: streams may be open until the process ends.
    nonisolated(unsafe) static let calls: UnsafePointer<shim_stream_calls> = {
        let calls = UnsafeMutablePointer<shim_stream_calls>.allocate(capacity: 1)
        calls.initialize(
            to: shim_stream_calls(
                read: { cookie, buffer, count in
                    let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: count)
                    return run(cookie) { try $0.read(into: buffer) }
                },
                write: { cookie, bytes, count in
                    run(cookie) { content -> Int in
                        try content.write(UnsafeRawBufferPointer(start: bytes, count: count))
                        return count
                    }
                },
                seek: { cookie, offset, whence in
                    let origin: StreamOrigin =
                        whence == SEEK_SET ? .start : whence == SEEK_CUR ? .place : .end
                    return Int64(run(cookie) { Int(try $0.seek(by: offset, from: origin)) })
                },
                close: { cookie in
                    let result = run(cookie) { content -> Int in
                        try content.close()
                        return 0
                    }
                    if let cookie { Unmanaged<StreamCookie>.fromOpaque(cookie).release() }
                    return Int32(result)
                }
            )
        )
        return UnsafePointer(calls)
    }()

    private let content: any StreamContent

    init(_ content: any StreamContent) { self.content = content }

    /// - Returns: -1 with `errno` set where the body throws.
    private static func run(
        _ cookie: UnsafeMutableRawPointer?,
        _ body: (any StreamContent) throws -> Int
    ) -> Int {
        guard let cookie else { return -1 }
        let content = Unmanaged<StreamCookie>.fromOpaque(cookie).takeUnretainedValue().content
        do { return try body(content) } catch {
            errno = content.errorNumber(of: error)
            return -1
        }
    }
}
