import Glibc

/// What the machine, and the control groups this process is in, have left.
///
/// A control group enforces its limit by killing, so a large need is checked first. Sources:
/// proc_meminfo(5), cgroups(7), and the kernel's `cgroup-v2.rst` and `cgroup-v1/memory.rst`.
package struct SystemMemory {
    /// Where the files of a version of control groups are, and what they are called.
    private struct Hierarchy {
        let mounts: [String]
        let limit: String
        let usage: String
        /// Pages of files, which the kernel drops before it kills.
        let reclaimable: [String]

        static let unified = Hierarchy(
            mounts: ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"],
            limit: "memory.max",
            usage: "memory.current",
            reclaimable: ["inactive_file", "active_file"]
        )
        static let memory = Hierarchy(
            mounts: ["/sys/fs/cgroup/memory"],
            limit: "memory.limit_in_bytes",
            usage: "memory.usage_in_bytes",
            reclaimable: ["total_inactive_file", "total_active_file"]
        )
    }

    private static let fileByteLimit = 65_536

    private let root: String

    /// Looks at `/proc` and `/sys` below `root`, which is empty but for tests.
    package init(root: String = "") {
        self.root = root
    }

    /// How many bytes this process may lock in memory, whatever it has locked (`RLIMIT_MEMLOCK`).
    package static let lockableByteCount: Int = {
        var limit = rlimit()
        let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }()

    /// Whether so many bytes can be had now.
    ///
    /// Nothing is kept, so another program may take them at once.
    package func canGive(byteCount: UInt64) -> Bool {
        guard byteCount > 0 else { return true }
        if let available, available < byteCount { return false }
        // A limit on the process (`ulimit -v`) shows only here.
        guard let length = Int(exactly: byteCount) else { return false }
        let protection = PROT_READ | PROT_WRITE
        let address = mmap(nil, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else { return false }
        munmap(address, length)
        return true
    }

    /// The least that machine and control groups leave, in bytes; nil when unknown.
    package var available: UInt64? { ([machine] + groups).compactMap(\.self).min() }

    private var machine: UInt64? {
        guard let fields = fields(of: "/proc/meminfo"), let free = fields["MemAvailable:"] else {
            return nil
        }
        return (free + (fields["SwapFree:"] ?? 0)) * 1_024
    }

    private var groups: [UInt64?] {
        guard let memberships = text(of: "/proc/self/cgroup") else { return [] }
        return memberships.split(separator: "\n").flatMap { line -> [UInt64?] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            if parts[1].isEmpty { return room(in: parts[2], .unified) }
            return parts[1].split(separator: ",").contains("memory")
                ? room(in: parts[2], .memory) : []
        }
    }

    /// What a group and each group above it leave; a container may see its own as the topmost.
    private func room(in path: Substring, _ hierarchy: Hierarchy) -> [UInt64?] {
        let names = path.split(separator: "/")
        return hierarchy.mounts.flatMap { mount in
            (0...names.count).map { depth in
                let folder = [mount[...]] + names.prefix(depth)
                return room(at: folder.joined(separator: "/"), hierarchy)
            }
        }
    }

    private func room(at folder: String, _ hierarchy: Hierarchy) -> UInt64? {
        // Version 2 says "max" for unlimited.
        guard let limit = number(of: "\(folder)/\(hierarchy.limit)"),
            let usage = number(of: "\(folder)/\(hierarchy.usage)")
        else { return nil }
        let statistics = fields(of: "\(folder)/memory.stat") ?? [:]
        let reclaimable = hierarchy.reclaimable.reduce(0) { $0 + (statistics[$1] ?? 0) }
        let held = usage - min(usage, reclaimable)
        return limit - min(limit, held)
    }

    private func number(of path: String) -> UInt64? {
        text(of: path)?.split(whereSeparator: \.isWhitespace).first.flatMap { UInt64($0) }
    }

    /// The lines of a file that are a word and a number.
    private func fields(of path: String) -> [String: UInt64]? {
        guard let text = text(of: path) else { return nil }
        var fields: [String: UInt64] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 1, let value = UInt64(words[1]) else { continue }
            fields[String(words[0])] = value
        }
        return fields
    }

    private func text(of path: String) -> String? {
        HostStream.text(of: root + path, byteLimit: Self.fileByteLimit)
    }
}
