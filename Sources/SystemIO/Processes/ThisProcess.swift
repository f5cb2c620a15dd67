import CSystemShims
import Glibc

/// What a process knows about itself.
package enum ThisProcess {
    /// The process id.
    package static var identifier: Int32 { getpid() }

    /// The name that the kernel has for it, of up to 15 bytes (proc_pid_comm(5)) less control
    /// characters; empty when unknown.
    package static var name: String { name(in: "/proc/self") ?? "" }

    /// The same of another process; nil when there is no process of that number.
    package static func name(of process: Int32) -> String? { name(in: "/proc/\(process)") }

    private static func name(in folder: String) -> String? {
        HostStream.text(of: folder + "/comm", byteLimit: 64).map { text in
            let name = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
            return String(String.UnicodeScalarView(name))
        }
    }

    /// The paths of its control groups, a line each (cgroups(7)); empty where there are none.
    package static var controlGroups: String {
        HostStream.text(of: "/proc/self/cgroup", byteLimit: 16_384) ?? ""
    }

    /// How many more files it may open, once its limit is as high as it may set it, up to `wanted`.
    package static func descriptorsLeft(wanting wanted: Int) -> Int {
        Int(shim_descriptors_left(Int64(wanted)))
    }
}

/// The users that count here.
package enum UserID {
    /// The user who may do anything.
    package static let root: UInt32 = 0

    /// The effective user id.
    package static var current: UInt32 { geteuid() }

    /// The effective group id.
    package static var currentGroup: UInt32 { getegid() }
}

/// Numeric group ids.
package enum GroupID {
    /// The effective group id.
    package static var current: UInt32 { getegid() }
}

/// What a process does with its standard streams as a whole.
package enum ProcessStreams {
    /// Puts `/dev/null` in the place of all three: for a daemon that has finished its startup messages.
    package static func detach() {
        _ = shim_detach_streams()
    }

    /// Puts `/dev/null` in the place of standard output, whose reader has all that comes.
    package static func endOutput() {
        guard let null = try? HostStream.sink("/dev/null") else { return }
        _ = dup2(null.descriptor, HostStream.standardOutput.descriptor)
    }

    /// A reader that has gone becomes an error of the write instead of a signal.
    package static func ignoreBrokenPipes() {
        shim_ignore_broken_pipes()
    }
}
