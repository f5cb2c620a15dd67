import ProtectionModel
package import SystemPackage

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Sendable, Equatable {
    /// The kernel's reason.
    package let errno: Errno
    /// The name of the call, such as `renameat`.
    package let call: String
    /// The name or path it was given, as it is; nil for calls on a descriptor.
    package let name: String?

    /// Describes a failed call.
    package init(_ errno: Errno, call: String, name: String? = nil) {
        self.errno = errno
        self.call = call
        self.name = name
    }
}

extension SystemError: CustomStringConvertible {
    /// The call, the name with unprintable characters escaped, and the reason.
    package var description: String {
        let subject = name.map { " '\($0.printable)'" } ?? ""
        return "\(call)\(subject): \(errno)"
    }
}
