import CSystemShims
import SystemPackage

/// What the service manager that started this process wants to hear (sd_notify(3)).
package struct ServiceNotification: Sendable, Equatable {
    private let address: String

    /// Nil when nobody wants to hear: `socket` is the value of `NOTIFY_SOCKET`, a path or, behind
    /// `@`, an abstract name.
    package init?(socket: String?) {
        guard let socket, socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
        address = socket
    }

    /// Says that the service does its work from now on.
    ///
    /// - Throws: ``SystemError`` when nobody takes the message.
    package func sendReady() throws(SystemError) {
        let message = "READY=1"
        let result = shim_notify(address, message, message.utf8.count)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "sendto", name: address)
        }
    }
}
