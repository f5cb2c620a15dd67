import CSystemShims
import Glibc
import SystemPackage

/// A stream socket, of Unix or TCP, that closes itself.
///
/// Sending and receiving from several threads at once is safe; each call is one system call.
package final class StreamSocket: Sendable {
    /// Who is at the other end, according to the kernel (`SO_PEERCRED`).
    package struct Peer: Sendable, Equatable {
        /// Process id at the time of the connect.
        package let process: Int32
        /// Effective user id at the time of the connect.
        package let user: UInt32
    }

    /// The longest path a socket can have, in bytes (unix(7)).
    package static let pathByteLimit = 107

    /// For ``Poll``.
    package let descriptor: Descriptor

    private init(_ result: Int32, _ call: String, _ path: String?) throws(SystemError) {
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: call, name: path)
        }
        descriptor = Descriptor(rawValue: result)
    }

    deinit {
        close(descriptor.rawValue)
    }

    /// A listening socket at a path where nothing is; it never blocks.
    ///
    /// - Throws: ``SystemError``.
    package static func listening(
        at path: String,
        backlog: Int32 = 64
    ) throws(SystemError) -> StreamSocket {
        try StreamSocket(shim_listen(path, backlog), "bind", path)
    }

    /// A listening TCP socket at a numeric IPv4 or IPv6 address, which never blocks; port 0 takes a free one.
    ///
    /// - Throws: ``SystemError``; `EINVAL` for what is not an address.
    package static func listening(
        on host: String,
        port: UInt16,
        backlog: Int32 = 64
    ) throws(SystemError) -> StreamSocket {
        try StreamSocket(shim_listen_internet(host, port, backlog), "bind", "\(host):\(port)")
    }

    /// A blocking TCP connection to a numeric IPv4 or IPv6 address; `patience` as for a path.
    ///
    /// - Throws: ``SystemError``; `EINVAL` for what is not an address, `EINPROGRESS` when nobody answers in time.
    package static func connected(
        to host: String,
        port: UInt16,
        patience: Duration? = nil
    ) throws(SystemError) -> StreamSocket {
        let result = shim_connect_internet(host, port, milliseconds(patience))
        return try StreamSocket(result, "connect", "\(host):\(port)")
    }

    /// The TCP port that this socket is bound to.
    ///
    /// - Throws: ``SystemError``; `EINVAL` for a Unix socket.
    package func port() throws(SystemError) -> UInt16 {
        let result = shim_socket_port(descriptor.rawValue)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "getsockname")
        }
        return UInt16(truncatingIfNeeded: result)
    }

    // Zero would mean no limit.
    private static func milliseconds(_ patience: Duration?) -> Int64 {
        patience.map { max(1, Int64(Poll.milliseconds($0))) } ?? 0
    }

    /// A blocking connection to the listener at a path.
    ///
    /// `patience` limits the wait for a place in the listener's queue, and each wait of
    /// ``send(_:from:)`` for room, which then says that it would block; nil waits without limit.
    ///
    /// - Throws: ``SystemError``; `ENOENT` or `ECONNREFUSED` when there is no listener, `EAGAIN` when the
    ///   queue stays full.
    package static func connected(
        to path: String,
        patience: Duration? = nil
    ) throws(SystemError) -> StreamSocket {
        try StreamSocket(shim_connect(path, milliseconds(patience)), "connect", path)
    }

    /// The next waiting connection, which never blocks; nil when there is none.
    ///
    /// - Throws: ``SystemError``.
    package func accept() throws(SystemError) -> StreamSocket? {
        let result = shim_accept(descriptor.rawValue)
        if Self.isTransient(-result) { return nil }
        return try StreamSocket(result, "accept", nil)
    }

    /// Who connected, or who listens at the other end.
    ///
    /// - Throws: ``SystemError``.
    package func peer() throws(SystemError) -> Peer {
        var process: Int32 = 0
        var user: UInt32 = 0
        let result = shim_peer_credentials(descriptor.rawValue, &process, &user)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "getsockopt")
        }
        return Peer(process: process, user: user)
    }

    /// Sends as much of `bytes` from `offset` on as one call takes; nil when it would block.
    ///
    /// - Throws: ``SystemError``.
    package func send(_ bytes: RawSpan, from offset: Int) throws(SystemError) -> Int? {
        try bytes.withUnsafeBytes { (all) throws(SystemError) in
            let rest = UnsafeRawBufferPointer(rebasing: all[offset...])
            return try Self.check(
                shim_send(descriptor.rawValue, rest.baseAddress, rest.count),
                "send"
            )
        }
    }

    /// Receives what one call gives into `bytes` from `offset` on: 0 at the end, nil when it would
    /// block.
    ///
    /// - Throws: ``SystemError``.
    package func receive(
        into bytes: inout MutableRawSpan,
        from offset: Int
    ) throws(SystemError) -> Int? {
        try bytes.withUnsafeMutableBytes { (all) throws(SystemError) in
            let rest = UnsafeMutableRawBufferPointer(rebasing: all[offset...])
            return try Self.check(
                shim_recv(descriptor.rawValue, rest.baseAddress, rest.count),
                "recv"
            )
        }
    }

    /// Ends the conversation in both directions: a waiting ``receive(into:from:)`` returns.
    package func shutDown() {
        _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
    }

    private static func check(_ result: Int, _ call: String) throws(SystemError) -> Int? {
        guard result < 0 else { return result }
        if isTransient(Int32(-result)) { return nil }
        throw SystemError(Errno(rawValue: Int32(-result)), call: call)
    }

    /// Nothing there now, or a caller that left while it waited to be accepted.
    private static func isTransient(_ code: Int32) -> Bool {
        code == EAGAIN || code == ECONNABORTED
    }
}
