import Foundation
import SystemIO
import Testing

@Suite("What memory is left")
struct SystemMemoryTests {
    /// A machine's `/proc` and `/sys` in a folder of the test's own.
    private func machine(_ files: [String: String]) throws -> (SystemMemory, URL) {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("memory-\(UUID().uuidString)")
        for (path, text) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return (SystemMemory(root: root.path), root)
    }

    private func available(_ files: [String: String]) throws -> UInt64? {
        let (memory, root) = try machine(files)
        defer { try? FileManager.default.removeItem(at: root) }
        return memory.available
    }

    private static let roomy = "MemTotal: 9 kB\nMemAvailable:   4000000 kB\nSwapFree:  1000 kB\n"

    @Test("a machine gives what little is asked for, and not all there can be")
    func thisMachine() {
        #expect(SystemMemory().canGive(byteCount: 0))
        #expect(SystemMemory().canGive(byteCount: 1 << 20))
        #expect(!SystemMemory().canGive(byteCount: 1 << 62))
        #expect(!SystemMemory().canGive(byteCount: .max))
    }

    @Test("without anything to read nothing is known")
    func nothing() throws {
        #expect(try available([:]) == nil)
        #expect(try available(["proc/meminfo": "nonsense\n"]) == nil)
    }

    @Test("the machine has what is free for programs, and the free swap")
    func wholeMachine() throws {
        #expect(try available(["proc/meminfo": Self.roomy]) == 4_001_000 * 1_024)
    }

    @Test("a control group leaves its limit less what cannot be dropped, and each above it counts")
    func unified() throws {
        let files = [
            "proc/meminfo": Self.roomy,
            "proc/self/cgroup": "0::/kiosk.slice/agent.service\n",
            "sys/fs/cgroup/kiosk.slice/agent.service/memory.max": "100000000\n",
            "sys/fs/cgroup/kiosk.slice/agent.service/memory.current": "30000000\n",
            "sys/fs/cgroup/kiosk.slice/agent.service/memory.stat":
                "anon 9\ninactive_file 4000000\nactive_file 6000000\n",
            "sys/fs/cgroup/kiosk.slice/memory.max": "max\n",
            "sys/fs/cgroup/kiosk.slice/memory.current": "70000000\n",
        ]
        #expect(try available(files) == 80_000_000)
        let above = files.merging([
            "sys/fs/cgroup/memory.max": "90000000", "sys/fs/cgroup/memory.current": "70000000",
        ]) { $1 }
        #expect(try available(above) == 20_000_000)
        let full = files.merging([
            "sys/fs/cgroup/kiosk.slice/memory.max": "60000000"
        ]) { $1 }
        #expect(try available(full) == 0)
    }

    @Test("so does one of the older kind, also seen from inside a container")
    func older() throws {
        let files = [
            "proc/meminfo": Self.roomy,
            "proc/self/cgroup": "9:name=systemd:/x\n4:cpu,memory:/box\n0::/\n",
            "sys/fs/cgroup/memory/memory.limit_in_bytes": "50000000\n",
            "sys/fs/cgroup/memory/memory.usage_in_bytes": "20000000\n",
            "sys/fs/cgroup/memory/memory.stat":
                "total_inactive_file 1000000\ntotal_active_file 2000000\n",
        ]
        #expect(try available(files) == 33_000_000)
    }

    @Test("what is left decides", arguments: [(UInt64(80_000_000), true), (80_000_001, false)])
    func decision(byteCount: UInt64, isThere: Bool) throws {
        let (memory, root) = try machine([
            "proc/self/cgroup": "0::/\n",
            "sys/fs/cgroup/memory.max": "100000000",
            "sys/fs/cgroup/memory.current": "20000000",
        ])
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(memory.canGive(byteCount: byteCount) == isThere)
    }
}
