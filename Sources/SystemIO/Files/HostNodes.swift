import CSystemShims
import Glibc
import SystemPackage

/// What a file or folder of the host has besides its content.
///
/// All of it is for files of a ``PosixFileSystem``.
extension OwnedFile {
    /// fchown(2).
    ///
    /// - Throws: ``SystemError``.
    package func setOwner(user: UInt32, group: UInt32) throws(SystemError) {
        guard fchown(descriptor.rawValue, user, group) == 0 else {
            throw SystemError(Errno(rawValue: errno), call: "fchown")
        }
    }

    /// fchownat(2) of a name in this folder, which may be a symbolic link and is not followed.
    ///
    /// - Throws: ``SystemError``.
    package func setOwner(of name: String, user: UInt32, group: UInt32) throws(SystemError) {
        guard fchownat(descriptor.rawValue, name, user, group, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemError(Errno(rawValue: errno), call: "fchownat", name: name)
        }
    }

    /// Sets both times of this file, or of a name in this folder, which is not followed.
    ///
    /// Times are seconds and nanoseconds since 1970 (UTC).
    ///
    /// - Throws: ``SystemError``.
    package func setTimes(
        of name: String? = nil,
        accessed: (seconds: Int64, nanoseconds: Int64),
        modified: (seconds: Int64, nanoseconds: Int64)
    ) throws(SystemError) {
        let times = [
            accessed.seconds, accessed.nanoseconds, modified.seconds, modified.nanoseconds,
        ]
        let result = shim_set_times(descriptor.rawValue, name, times)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "utimensat", name: name)
        }
    }

    /// readlinkat(2): what a symbolic link in this folder leads to, which need not be UTF-8.
    ///
    /// - Throws: ``SystemError``; `ENAMETOOLONG` for a target of more than 4,095 bytes.
    package func linkTarget(_ name: String) throws(SystemError) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: 4_096)
        let room = target.count
        let count = target.withUnsafeMutableBytes {
            shim_read_link(descriptor.rawValue, name, $0.baseAddress, room)
        }
        guard count >= 0 else {
            throw SystemError(Errno(rawValue: Int32(-count)), call: "readlinkat", name: name)
        }
        guard count < room else {
            throw SystemError(.fileNameTooLong, call: "readlinkat", name: name)
        }
        return Array(target[..<count])
    }

    /// symlinkat(2) in this folder.
    ///
    /// - Throws: ``SystemError``.
    package func makeLink(to target: [UInt8], as name: String) throws(SystemError) {
        let result = target.map { CChar(bitPattern: $0) } + [0]
        guard symlinkat(result, descriptor.rawValue, name) == 0 else {
            throw SystemError(Errno(rawValue: errno), call: "symlinkat", name: name)
        }
    }
}

/// Extended attributes of the user's namespace.
extension OwnedFile {
    private static let prefix = Array("user.".utf8)

    /// The extended attributes of a name in this folder, which is opened by nobody and not followed;
    /// of this file or folder itself without a name.
    ///
    /// - Returns: none where the file system has none.
    /// - Throws: ``SystemError``.
    package func userAttributes(
        of name: String? = nil
    ) throws(SystemError) -> [(name: [UInt8], value: [UInt8])] {
        let list = try attribute(nil, of: name) ?? []
        var found: [(name: [UInt8], value: [UInt8])] = []
        for each in list.split(separator: 0).map({ Array($0) }) where each.starts(with: Self.prefix)
        {
            // One that was removed meanwhile is none.
            guard let value = try attribute(each, of: name) else { continue }
            found.append((each, value))
        }
        return found
    }

    /// The value of an attribute, or with nil the list of their names.
    private func attribute(_ attribute: [UInt8]?, of name: String?) throws(SystemError) -> [UInt8]?
    {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let room = bytes.count
        let wanted = attribute.map { $0.map { CChar(bitPattern: $0) } + [0] }
        let count = bytes.withUnsafeMutableBytes {
            shim_get_attribute(descriptor.rawValue, name, wanted, $0.baseAddress, room)
        }
        guard count >= 0 else {
            if [-EOPNOTSUPP, -ENODATA].contains(Int32(count)) { return nil }
            throw SystemError(Errno(rawValue: Int32(-count)), call: "getxattr", name: name)
        }
        return Array(bytes[..<count])
    }

    /// fsetxattr(2).
    ///
    /// - Throws: ``SystemError``.
    package func setAttribute(_ name: [UInt8], _ value: [UInt8]) throws(SystemError) {
        let wanted = name.map { CChar(bitPattern: $0) } + [0]
        let result = shim_set_attribute(descriptor.rawValue, wanted, value, value.count)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "fsetxattr")
        }
    }
}
