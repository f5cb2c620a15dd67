import CSystemShims
import Glibc
import SystemPackage

/// mount(2) and umount2(2), and what they need to know of paths.
package enum MountCalls {
    /// Mounts a file system that `device` serves, without set-user-ID programs and devices.
    ///
    /// - Throws: ``SystemError``.
    package static func mount(
        _ device: MountDevice,
        from source: String,
        at path: String,
        type: String,
        options: [String],
        isReadOnly: Bool
    ) throws(SystemError) {
        let text = (["fd=\(device.descriptor.rawValue)"] + options).joined(separator: ",")
        try check(shim_mount(source, path, type, text, isReadOnly ? 1 : 0), "mount", path)
    }

    /// Unmounts; with `detaching` at once from the tree of names, and for good when its last user is
    /// gone.
    ///
    /// - Throws: ``SystemError``; `EBUSY` while it is used.
    package static func unmount(_ path: String, detaching: Bool) throws(SystemError) {
        try check(shim_unmount(path, detaching ? 1 : 0), "umount2", path)
    }

    /// realpath(3): absolute, without symbolic links, `.` and `..`.
    ///
    /// - Throws: ``SystemError``; `EILSEQ` when it is not UTF-8.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let result = realpath(path, nil) else {
            throw SystemError(Errno(rawValue: errno), call: "realpath", name: path)
        }
        defer { free(result) }
        guard let text = String(validatingCString: result) else {
            throw SystemError(.illegalByteSequence, call: "realpath", name: path)
        }
        return text
    }

    /// Whether a path leads to a folder with nothing in it.
    ///
    /// - Throws: ``SystemError``; `ENOTDIR` when it is not a folder, `ENOTCONN` when it is a mount
    ///   whose program is gone.
    package static func isEmptyFolder(_ path: String) throws(SystemError) -> Bool {
        let result = shim_open_folder(path)
        try check(result, "open", path)
        let folder = HostStream(owning: result)
        var code: Int32 = 0
        guard let stream = shim_opendir(folder.descriptor, &code) else {
            throw SystemError(Errno(rawValue: code), call: "opendir", name: path)
        }
        defer { shim_closedir(stream) }
        return shim_readdir(stream, &code) == nil
    }

    private static func check(
        _ result: Int32,
        _ call: String,
        _ path: String
    ) throws(SystemError) {
        guard result < 0 else { return }
        throw SystemError(Errno(rawValue: -result), call: call, name: path)
    }
}

/// The two ends of a socket over which a program that we start hands over a descriptor.
package struct DescriptorChannel: ~Copyable {
    private let receiving: HostStream
    private var sending: HostStream?

    /// Makes the pair.
    ///
    /// - Throws: ``SystemError``.
    package init() throws(SystemError) {
        var descriptors: (Int32, Int32) = (0, 0)
        let result = withUnsafeMutableBytes(of: &descriptors) {
            shim_socket_pair($0.bindMemory(to: Int32.self).baseAddress)
        }
        guard result == 0 else { throw SystemError(Errno(rawValue: -result), call: "socketpair") }
        receiving = HostStream(owning: descriptors.0)
        sending = HostStream(owning: descriptors.1)
    }

    /// Hands over the end that the other program gets; called once.
    package mutating func takeSending() -> HostStream {
        guard let end = sending.take() else { preconditionFailure("the end was taken before") }
        return end
    }

    /// Waits for the descriptor; nil when the other program ends without sending one.
    ///
    /// - Throws: ``SystemError``.
    package borrowing func receive() throws(SystemError) -> Int32? {
        let result = shim_receive_descriptor(receiving.descriptor)
        if result == -ENOMSG { return nil }
        guard result >= 0 else { throw SystemError(Errno(rawValue: -result), call: "recvmsg") }
        return result
    }
}
