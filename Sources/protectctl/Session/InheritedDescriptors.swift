import Foundation
import SystemPackage

/// What a process has open because its parent had it open.
enum InheritedDescriptors {
    /// Closes everything but the standard streams.
    ///
    /// A daemon that outlives its parent would otherwise hold the parent's locks and pipes: a script
    /// under flock(1) that boots a device would never give its lock back. Called before anything of
    /// our own is open.
    static func close() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        for number in (names ?? []).compactMap(Int32.init) where number > 2 {
            // The listing's own descriptor is among them, and closed by now.
            try? FileDescriptor(rawValue: number).close()
        }
    }
}
