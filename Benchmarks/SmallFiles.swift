import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Many files of 4 KiB, compared with plain files written the same way in the same harness.
struct SmallFiles {
    static let count = 2_000

    let watch: Stopwatch
    private let content = [UInt8](repeating: 7, count: 4_096)

    init(watch: Stopwatch) {
        self.watch = watch
    }

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let system = PosixFileSystem()
        let plain = try OwnedFile(bench.folder + "/plain", in: nil, .directory, on: system)
        // Every run makes new files: replacing one costs the erasing of its key besides.
        var run = 0
        var names: [String] = []
        var paths: [DevicePath] = []
        func fresh() throws {
            run += 1
            names = (0..<Self.count).map { "file-\(run)-\($0)" }
            paths = try names.map { try DevicePath("/" + $0) }
        }
        let saved = try watch.median(prepare: fresh) {
            for path in paths { try bench.files.write(content, to: path, durability: .none) }
        }
        let writtenPaths = paths
        let plainSaved = try watch.median(prepare: fresh) {
            for name in names {
                try PlainFile(name: name, folder: plain.descriptor)
                    .save(content, isDurable: false, on: system)
            }
        }
        let writtenNames = names
        let read = try watch.median { for path in writtenPaths { _ = try bench.files.read(path) } }
        let plainRead = try watch.median {
            for name in writtenNames {
                try PlainFile(name: name, folder: plain.descriptor).read(on: system)
            }
        }
        let some = 200
        let durable = try watch.median(prepare: fresh) {
            for path in paths.prefix(some) { try bench.files.write(content, to: path) }
        }
        let plainDurable = try watch.median(prepare: fresh) {
            for name in names.prefix(some) {
                try PlainFile(name: name, folder: plain.descriptor)
                    .save(content, isDurable: true, on: system)
            }
        }
        return [
            row("save 4 KiB atomically", saved, plainSaved, Self.count, 0.7),
            row("save 4 KiB durably", durable, plainDurable, some, 0.8),
            row("open and read 4 KiB", read, plainRead, Self.count, 0.2),
        ]
    }

    private func row(
        _ work: String,
        _ ours: Double,
        _ plain: Double,
        _ count: Int,
        _ wanted: Double
    ) -> Row {
        .rate(
            work,
            "plain files",
            amount: Double(count),
            unit: "files/s",
            ours: ours,
            theirs: plain,
            wanted: wanted
        )
    }
}
