package import ProtectionModel
package import SystemIO

extension FileStatus {
    /// When the content changed last.
    package var modified: Timestamp {
        Timestamp(seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds)
    }
}
