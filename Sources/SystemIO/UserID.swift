import Glibc

/// Who runs this process.
package enum UserID {
    /// The effective user id.
    package static var current: UInt32 { geteuid() }
}
