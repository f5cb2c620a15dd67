package import SystemIO
import SystemPackage

extension FaultPlan.Fault {
    /// The disk is full.
    package static var diskFull: Self { .fail(.noSpace) }
    /// The disk fails.
    package static var diskError: Self { .fail(.ioError) }
}

extension FaultPlan.Fault {
    /// A sync fails, and the bytes it did not write stay or go.
    package static func failedSync(_ pages: UnsyncedPages) -> Self {
        .failSynchronize(.ioError, pages)
    }
}
