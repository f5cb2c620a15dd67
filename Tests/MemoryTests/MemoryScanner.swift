import CMemoryScan
import Foundation
import SystemIO
import Testing

/// Reads the whole memory of another process.
struct MemoryScanner {
    private static let hitRoom = 1 << 18

    let process: Int32

    /// Whether this machine lets us; the tests are skipped where it does not.
    static let isPossible: Bool = {
        let own = scan_open(getpid())
        guard own >= 0 else { return false }
        scan_close(own)
        // One process of the same user that is not ours to trace by birth: a child.
        let child = Process()
        child.executableURL = URL(filePath: "/bin/cat")
        child.standardInput = Pipe()
        guard (try? child.run()) != nil else { return false }
        defer { child.terminate() }
        let memory = scan_open(child.processIdentifier)
        if memory >= 0 { scan_close(memory) }
        return memory >= 0
    }()

    /// Looks for every needle in every readable mapping.
    func scan(_ needles: [Needle]) throws -> ScanReport {
        var names: [String] = []
        var windows: [UInt8] = []
        var known: Set<[UInt8]> = []
        for needle in needles {
            for window in needle.windows where known.insert(window).inserted {
                names.append(needle.name)
                windows += window
            }
        }
        let memory = scan_open(process)
        try #require(memory >= 0, "cannot open /proc/\(process)/mem: \(memory)")
        defer { scan_close(memory) }
        var report = ScanReport(needleCount: needles.count, windowCount: names.count)
        for mapping in try mappings() {
            if let reason = mapping.reasonToSkip {
                report.skipped.append("\(mapping.name): \(reason)")
                continue
            }
            scan(mapping, memory, windows, names, &report)
        }
        return report
    }

    private func scan(
        _ mapping: MemoryMapping,
        _ memory: Int32,
        _ windows: [UInt8],
        _ names: [String],
        _ report: inout ScanReport
    ) {
        var hits = [scan_hit](repeating: scan_hit(), count: Self.hitRoom)
        let result = scan_range(
            memory,
            mapping.start,
            mapping.end,
            windows,
            names.count,
            &hits,
            hits.count
        )
        report.mappings += 1
        report.bytesRead += result.bytesRead
        if result.bytesRefused > 0 {
            report.skipped.append("\(mapping.name): \(result.bytesRefused) bytes unreadable")
        }
        for hit in hits.prefix(result.hitCount) {
            report.hits.append(
                ScanReport.Hit(
                    needle: names[Int(hit.window)],
                    address: hit.address,
                    mapping: mapping.name
                )
            )
        }
    }

    private func mappings() throws -> [MemoryMapping] {
        // Foundation takes a file that is given in pages for one that is finished.
        let file = try OwnedFile("/proc/\(process)/maps", in: nil, [], on: PosixFileSystem())
        let text = String(decoding: try file.read(1 << 20, at: 0), as: UTF8.self)
        let mappings = try text.split(separator: "\n").map {
            try #require(MemoryMapping(line: $0))
        }
        // The main thread's stack is among the last: nothing was cut off.
        try #require(mappings.contains { $0.name == "[stack]" })
        return mappings
    }
}
