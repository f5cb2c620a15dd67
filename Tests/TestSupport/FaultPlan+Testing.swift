package import SystemIO
import SystemPackage

extension FaultPlan.Fault {
    /// The disk is full.
    package static var diskFull: Self { .fail(.noSpace) }
    /// The disk fails.
    package static var diskError: Self { .fail(.ioError) }
}
