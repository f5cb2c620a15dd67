package import SystemPackage

/// Errors that swift-system has no names for; see errno(3).
extension Errno {
    /// `ENOKEY`: the key of what is opened is not there.
    package static var requiredKeyNotAvailable: Errno { Errno(rawValue: 126) }
    /// `EKEYREVOKED`: the key of an open file is gone.
    package static var keyRevoked: Errno { Errno(rawValue: 128) }
}
