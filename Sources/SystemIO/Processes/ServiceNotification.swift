import CSystemShims
import SystemPackage

/// What is reported to the service manager that started this process (sd_notify(3)).
package struct ServiceNotification: Sendable, Equatable {
    private let address: String

    /// Nil when no manager listens: `socket` is the value of `NOTIFY_SOCKET`, a path or, behind
    /// `@`, an abstract name.
    package init?(socket: String?) {
        guard let socket, socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
        address = socket
    }

    /// Says that the service is ready.
    ///
    /// - Throws: ``SystemError`` when the message is not taken.
    package func sendReady() throws(SystemError) {
        let message = "READY=1"
        let result = shim_notify(address, message, message.utf8.count)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "sendto", name: address)
        }
    }
}
