import CSystemShims
import SystemPackage

/// Keeps other programs of the same user out of this process's memory.
package enum ProcessHardening {
    /// Turns off core dumps, backtraces with pieces of memory, and ptrace by the same user in this
    /// process alone: a program that it starts has them again, and may be a setuid one.
    package static func hide() {
        // Where that is refused, the process is like any other; the agent's log says so.
        _ = shim_hide_process()
    }

    /// Turns off core dumps, ptrace by the same user, and new privileges, for good.
    ///
    /// - Returns: what the machine refused, in words for a log; empty when all is well.
    package static func apply() -> [String] {
        let result = shim_harden_process()
        guard result < 0 else { return [] }
        return ["core dumps or tracing could not be turned off: \(Errno(rawValue: -result))"]
    }
}
