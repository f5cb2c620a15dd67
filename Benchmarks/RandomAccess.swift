import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Reads and writes of 4 KiB at random places of a 64 MiB file, through one handle.
struct RandomAccess {
    private static let byteCount = 64 << 20
    private static let count = 4_000

    let watch: Stopwatch

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let path = DevicePath("/random")
        try bench.files.write(ZeroSource(Self.byteCount), to: path, durability: .none)
        let handle = try bench.files.open(path)
        let system = PosixFileSystem()
        let plain = try OwnedFile(
            bench.folder + "/plain/random",
            in: nil,
            [.writing, .creatingNew],
            on: system
        )
        try plain.truncate(to: UInt64(Self.byteCount))
        var random = SystemRandomNumberGenerator()
        let offsets = (0..<Self.count).map { _ in
            UInt64.random(in: 0..<UInt64(Self.byteCount / 4_096), using: &random) * 4_096
        }
        let content = [UInt8](repeating: 9, count: 4_096)
        let read = try watch.median {
            for offset in offsets { _ = try handle.read(at: offset, count: 4_096) }
        }
        let plainRead = try watch.median {
            for offset in offsets { _ = try plain.read(4_096, at: offset) }
        }
        let write = try watch.median {
            for offset in offsets { try handle.write(content, at: offset) }
        }
        let plainWrite = try watch.median {
            for offset in offsets { try plain.write(content, at: offset) }
        }
        try handle.close()
        return [
            row("read 4 KiB at random", read, plainRead),
            row("write 4 KiB at random", write, plainWrite),
        ]
    }

    private func row(_ work: String, _ ours: Double, _ plain: Double) -> Row {
        .rate(
            work,
            "plain file",
            amount: Double(Self.count),
            unit: "/s",
            ours: ours,
            theirs: plain,
            wanted: nil
        )
    }
}
