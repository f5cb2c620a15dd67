import Foundation
import SystemIO

/// `protectctl put` of a folder of small files, its keys from the agent, compared with the same
/// files saved plainly.
struct Importing {
    private static let count = 5_000

    let watch: Stopwatch

    func rows(_ tool: String) throws -> [Row] {
        let device = try ToolDevice(tool)
        let source = device.folder + "/source"
        try FileManager.default.createDirectory(
            atPath: source,
            withIntermediateDirectories: false
        )
        let content = [UInt8](repeating: 7, count: 4_096)
        for number in 0..<Self.count {
            try Data(content).write(to: URL(filePath: "\(source)/\(number)"))
        }
        var run = 0
        let ours = try watch.median(prepare: { run += 1 }) {
            try device.run("put --no-sync \(source) /\(run)")
        }
        let theirs = try watch.median(
            prepare: {
                run += 1
                try FileManager.default.createDirectory(
                    atPath: "\(device.folder)/\(run)",
                    withIntermediateDirectories: false
                )
            },
            {
                let folder = try OwnedFile(
                    "\(device.folder)/\(run)",
                    in: nil,
                    .directory,
                    on: PosixFileSystem()
                )
                for number in 0..<Self.count {
                    let plain = PlainFile(name: "\(number)", folder: folder.descriptor)
                    try plain.save(content, isDurable: false, on: folder.fileSystem)
                }
            }
        )
        return [
            .rate(
                "put a folder of 4 KiB files",
                "plain files",
                amount: Double(Self.count),
                unit: "files/s",
                ours: ours,
                theirs: theirs,
                wanted: 0.5
            )
        ]
    }
}
