package import SystemPackage

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Sendable, Equatable {
    /// The kernel's reason.
    package let errno: Errno
    /// The name of the call, such as `renameat`.
    package let call: String
    /// The name or path it was given; nil for calls on a descriptor.
    package let name: String?

    /// Describes a failed call.
    package init(_ errno: Errno, call: String, name: String? = nil) {
        self.errno = errno
        self.call = call
        self.name = name
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        let subject = name.map { " '\($0)'" } ?? ""
        return "\(call)\(subject): \(errno)"
    }
}
