import CSystemShims
import Glibc

/// What a process knows of itself.
package enum ThisProcess {
    /// The process id.
    package static var identifier: Int32 { getpid() }

    /// The name that the kernel has for it, of up to 15 bytes (proc_pid_comm(5)) less control
    /// characters; empty where the kernel tells none.
    package static var name: String { name(in: "/proc/self") ?? "" }

    /// The same of another process; nil where this one finds none by that number.
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
