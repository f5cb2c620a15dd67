import Glibc

/// Who runs this process.
package enum UserID {
    /// Who may do anything.
    package static let root: UInt32 = 0

    /// The effective user id.
    package static var current: UInt32 { geteuid() }
}
