import CSystemShims
import SystemPackage

/// What keeps other programs of the same user out of this process's memory.
package enum ProcessHardening {
    /// Turns core dumps, ptrace by the same user, and new privileges off, for good.
    ///
    /// - Returns: what the machine refused, in words for a log; empty when all is well.
    package static func apply() -> [String] {
        let result = shim_harden_process()
        guard result < 0 else { return [] }
        return ["core dumps or tracing could not be turned off: \(Errno(rawValue: -result))"]
    }
}
