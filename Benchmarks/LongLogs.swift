import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Much that is written through one handle, and what it costs to close and to open after that.
struct LongLogs {
    private static let pieceByteCount = 1 << 20
    private static let fragmentByteCount = 4_096

    let watch: Stopwatch
    /// Bytes of the file.
    let byteCount: Int

    private var thread: Stopwatch { Stopwatch(runs: watch.runs, now: Stopwatch.threadTime) }

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let system = PosixFileSystem()
        let name = bench.folder + "/plain/long"
        let plain = try OwnedFile(name, in: nil, [.writing, .creatingNew], on: system)
        return try written(bench, plain) + overwritten(bench, plain)
    }

    /// From start to end, in large pieces.
    private func written(_ bench: Workbench, _ plain: borrowing OwnedFile) throws -> [Row] {
        let path = DevicePath("/long")
        let piece = (0..<Self.pieceByteCount).map { UInt8(truncatingIfNeeded: $0 | 1) }
        let write = try thread.median(prepare: { try start(path, bench) }) {
            let handle = try bench.files.open(path)
            for offset in stride(from: 0, to: byteCount, by: piece.count) {
                try handle.write(piece, at: UInt64(offset))
            }
            try handle.close()
        }
        let plainWrite = try thread.median(prepare: { try plain.truncate(to: 0) }) {
            for offset in stride(from: 0, to: byteCount, by: piece.count) {
                try plain.write(piece, at: UInt64(offset))
            }
            try plain.synchronize(dataOnly: true)
        }
        let base = DevicePath("/base")
        try bench.files.write(ZeroSource(byteCount), to: base, durability: .none)
        return [
            rate("write from start to end and close, of a core", write, plainWrite),
            .rate(
                "open what was written so",
                "open a file that was put",
                amount: 1,
                unit: "/s",
                ours: try opening(path, bench),
                theirs: try opening(base, bench),
                wanted: 0.3
            ),
            rate(
                "read what was written so, of a core",
                try reading(path, bench),
                try reading(base, bench),
                peer: "read a file that was put"
            ),
        ]
    }

    /// At random places, in small pieces, until all of it was written once.
    private func overwritten(_ bench: Workbench, _ plain: borrowing OwnedFile) throws -> [Row] {
        let path = DevicePath("/random")
        var random = SystemRandomNumberGenerator()
        let places = (0..<byteCount / Self.fragmentByteCount).map { _ in
            UInt64.random(in: 0..<UInt64(byteCount / Self.fragmentByteCount), using: &random)
                * UInt64(Self.fragmentByteCount)
        }
        let piece = [UInt8](repeating: 9, count: Self.fragmentByteCount)
        try bench.files.write(ZeroSource(byteCount), to: path, durability: .none)
        let write = try thread.median {
            let handle = try bench.files.open(path)
            for place in places { try handle.write(piece, at: place) }
            try handle.close()
        }
        let plainWrite = try thread.median {
            for place in places { try plain.write(piece, at: place) }
            try plain.synchronize(dataOnly: true)
        }
        return [
            rate("write 4 KiB at random, as much again, and close, of a core", write, plainWrite),
            .rate(
                "open what was written so",
                "once a second",
                amount: 1,
                unit: "/s",
                ours: try opening(path, bench),
                theirs: 1,
                wanted: nil
            ),
        ]
    }

    private func start(_ path: DevicePath, _ bench: Workbench) throws {
        try bench.files.write([], to: path)
    }

    private func opening(_ path: DevicePath, _ bench: Workbench) throws -> Double {
        try thread.median { try bench.files.open(path, .read).close() }
    }

    private func reading(_ path: DevicePath, _ bench: Workbench) throws -> Double {
        let handle = try bench.files.open(path, .read)
        return try thread.median {
            for offset in stride(from: 0, to: byteCount, by: Self.pieceByteCount) {
                _ = try handle.content(at: UInt64(offset), count: Self.pieceByteCount)
            }
        }
    }

    private func rate(
        _ work: String,
        _ ours: Double,
        _ theirs: Double,
        peer: String = "plain file"
    ) -> Row {
        .rate(
            work,
            peer,
            amount: Double(byteCount) / 1_048_576,
            unit: "MiB/s",
            ours: ours,
            theirs: theirs,
            wanted: nil
        )
    }
}
