package import SystemPackage

/// The name of a file in its folder: 1 to 255 bytes, without a slash or a zero byte, and neither `.`
/// nor `..`.
package struct FileName: Hashable, Sendable {
    /// The longest name, in bytes.
    package static let byteLimit = 255

    /// The name as it is: any bytes, UTF-8 or not.
    package let bytes: [UInt8]

    /// Checks a name.
    ///
    /// - Throws: `ENAMETOOLONG`, or `EINVAL` for what cannot be a name.
    package init(_ bytes: [UInt8]) throws(Errno) {
        guard bytes.count <= Self.byteLimit else { throw .fileNameTooLong }
        let dot = UInt8(ascii: ".")
        guard !bytes.isEmpty, bytes != [dot], bytes != [dot, dot],
            !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else { throw .invalidArgument }
        self.bytes = bytes
    }

    /// Checks a name.
    ///
    /// - Throws: as ``init(_:)-([UInt8])``.
    package init(_ text: String) throws(Errno) {
        try self.init(Array(text.utf8))
    }
}

extension FileName: CustomStringConvertible {
    /// The name as UTF-8, with replacement characters where it is not.
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// The name of an extended attribute, such as `user.mime_type`: 1 to 255 bytes without a zero byte
/// (xattr(7)).
package struct AttributeName: Hashable, Sendable {
    /// The longest name, in bytes.
    package static let byteLimit = 255

    /// The name as it is.
    package let bytes: [UInt8]

    /// Checks a name.
    ///
    /// - Throws: `ERANGE`, as setxattr(2) answers to a name of no length or too much.
    package init(_ bytes: [UInt8]) throws(Errno) {
        guard (1...Self.byteLimit).contains(bytes.count) else { throw .outOfRange }
        guard !bytes.contains(0) else { throw .invalidArgument }
        self.bytes = bytes
    }

    /// Checks a name.
    ///
    /// - Throws: as ``init(_:)-([UInt8])``.
    package init(_ text: String) throws(Errno) {
        try self.init(Array(text.utf8))
    }
}

extension AttributeName: CustomStringConvertible {
    /// The name as UTF-8, with replacement characters where it is not.
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawSpan {
    /// The bytes from `offset` to the next zero byte; moves `offset` behind that.
    ///
    /// - Throws: `EIO` when there is no zero byte.
    func text(at offset: inout Int) throws(Errno) -> [UInt8] {
        var end = offset
        while end < byteCount, number(at: end, as: UInt8.self) != 0 { end += 1 }
        guard end < byteCount else { throw .ioError }
        defer { offset = end + 1 }
        return array(offset..<end)
    }

    /// The name of a file at `offset`, which is moved behind it.
    ///
    /// - Throws: `ENAMETOOLONG`; `EIO` for what the kernel never sends.
    func fileName(at offset: inout Int) throws(Errno) -> FileName {
        let bytes = try text(at: &offset)
        do { return try FileName(bytes) } catch {
            throw error == .invalidArgument ? .ioError : error
        }
    }

    /// The name of a file that follows a fixed part.
    ///
    /// - Throws: as ``fileName(at:)``.
    func fileName(after fixedByteCount: Int) throws(Errno) -> FileName {
        var offset = fixedByteCount
        return try fileName(at: &offset)
    }
}
