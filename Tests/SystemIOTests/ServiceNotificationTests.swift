import Foundation
import Glibc
import SystemIO
import SystemPackage
import Testing

@Suite("What a service manager hears")
struct ServiceNotificationTests {
    /// A datagram socket under a name, as a service manager has one.
    private final class Listener {
        private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

        init(_ name: String) throws {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                path.copyBytes(from: name.utf8)
                if name.hasPrefix("@") { path[0] = 0 }
            }
            let length = MemoryLayout<sa_family_t>.size + name.utf8.count
            let result = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(length))
                }
            }
            try #require(result == 0)
        }

        deinit { close(descriptor) }

        /// The message that is there.
        func message() -> String {
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test(
        "is that the service is ready, at a path and under an abstract name",
        arguments: ["/", "@"]
    )
    func ready(kind: String) throws {
        let name = "protectctl-\(UUID().uuidString)"
        let path = kind == "/" ? NSTemporaryDirectory() + name : "@" + name
        let listener = try Listener(path)
        defer { if kind == "/" { unlink(path) } }
        try #require(ServiceNotification(socket: path)).sendReady()
        #expect(listener.message() == "READY=1")
    }

    @Test("nothing where no manager listens", arguments: [nil, "", "relative", "vsock:2:1"])
    func none(socket: String?) {
        #expect(ServiceNotification(socket: socket) == nil)
    }

    @Test("an error where the manager is gone or its name is too long")
    func failing() throws {
        for (path, errno) in [
            ("/nowhere/at/all", Errno.noSuchFileOrDirectory),
            ("/" + String(repeating: "x", count: 200), .fileNameTooLong),
        ] {
            let notification = try #require(ServiceNotification(socket: path))
            do {
                try notification.sendReady()
                Issue.record("nobody listens at \(path)")
            } catch { #expect(error.errno == errno) }
        }
    }
}
