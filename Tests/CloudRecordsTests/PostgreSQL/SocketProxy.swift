#if PostgreSQL
import Foundation
import Synchronization
import SystemIO

/// Hands bytes between clients and a server's Unix socket, until it cuts the wire at a planned
/// moment, once.
final class SocketProxy: Sendable {
    /// Who sent what is not handed on any more.
    enum Side: CaseIterable, Sendable {
        case client, server
    }

    private struct State {
        var cut: (side: Side, number: Int)?
        var counts: [Side: Int] = [:]
        var sockets: [Int32] = []
        var isEnded = false
    }

    /// The folder that clients name as their host.
    let folder: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    init(to server: String) throws {
        folder = "/tmp/px-\(UUID().uuidString.prefix(8))"
        target = server + "/.s.PGSQL.5432"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = Self.withAddress(folder + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
        listen(listener, 16)
        try SystemThread.detach { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, !state.withLock({ $0.isEnded }) else { return }
                serve(client)
            }
        }
    }

    /// Takes no more connections, and cuts those there are.
    func end() {
        state.withLock { $0.isEnded = true }
        shutdown(listener, Int32(SHUT_RDWR))
        cutAll()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Plans the one cut: the n-th piece that a side sends from now on is the first that is lost.
    func cut(_ side: Side, at number: Int) {
        state.withLock { state in
            state.cut = (side, number)
            state.counts = [:]
        }
    }

    /// Whether the planned cut was made.
    var wasCut: Bool { state.withLock { $0.cut == nil } }

    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
            close(server)
            close(client)
            return
        }
        state.withLock { $0.sockets += [client, server] }
        _ = try? SystemThread.detach { [self] in hand(.client, from: client, to: server) }
        _ = try? SystemThread.detach { [self] in hand(.server, from: server, to: client) }
    }

    private func hand(_ side: Side, from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, !isCut(side) else { break }
            var sent = 0
            while sent < count {
                let more = buffer[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            guard sent == count else { break }
        }
        // Both ways end. The descriptors stay, so that no other connection gets their numbers.
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private func isCut(_ side: Side) -> Bool {
        state.withLock { state in
            state.counts[side, default: 0] += 1
            guard let cut = state.cut, cut.side == side, state.counts[side] == cut.number else {
                return false
            }
            state.cut = nil
            return true
        }
    }

    private func cutAll() {
        for socket in state.withLock({ $0.sockets }) { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}
#endif
