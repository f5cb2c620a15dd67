import ContentRestrictions
import Foundation
import Preferences
import SystemIO

/// Ten thousand media files of up to a gigabyte, read and decided on, against a program that only
/// reads their `moov` boxes.
struct CheckingMedia {
    private static let count = 10_000

    let watch: Stopwatch

    func rows() throws -> [Row] {
        let folder =
            NSTemporaryDirectory() + "protection-benchmarks-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let paths = (0..<Self.count).map { "\(folder)/\($0).m4v" }
        for (number, path) in paths.enumerated() { try make(number, path) }
        let checker = RestrictionChecker(
            LayeredPreferences([(.managed, [RestrictionKey.movieRating.rawValue: .integer(300)])])
        )
        var refused = 0
        let ours = try watch.median {
            for path in paths
            where checker.decide(try MediaRating(ofFileAt: path)).outcome == .deny {
                refused += 1
            }
        }
        var read = 0
        let theirs = try watch.median {
            for path in paths { read += try movieByteCount(path) }
        }
        precondition(refused > 0 && read > 0, "nothing was read")
        return [
            .rate(
                "check 10,000 MP4 files",
                "only reading moov",
                amount: Double(Self.count),
                unit: "/s",
                ours: ours,
                theirs: theirs,
                wanted: 0.5
            )
        ]
    }

    /// Opens a file and reads its `moov`, without a look into it.
    private func movieByteCount(_ path: String) throws -> Int {
        let file = try OwnedFile(following: path)
        let size = try file.status().size
        var offset: UInt64 = 0
        while offset < size {
            let header = try file.read(16, at: offset)
            var length = header[0..<4].reduce(0) { $0 << 8 | UInt64($1) }
            if length == 1 { length = header[8..<16].reduce(0) { $0 << 8 | UInt64($1) } }
            if header[4..<8].elementsEqual("moov".utf8) {
                return try file.read(Int(length), at: offset).count
            }
            offset += length
        }
        return 0
    }

    /// Half of the files have their `moov` behind the media, whose content is a hole.
    private func make(_ number: Int, _ path: String) throws {
        let entry = number % 2 == 0 ? "mpaa|PG-13|300|" : "mpaa|R|400|"
        let version: [UInt8] = [0, 0, 0, 0]
        let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(entry.utf8))
        let rating = box(
            "----",
            box("mean", version, Array("com.apple.iTunes".utf8)),
            box("name", version, Array("iTunEXTC".utf8)),
            data
        )
        let kind = box("stik", box("data", [0, 0, 0, 21, 0, 0, 0, 0, 9]))
        let names = ["nam", "ART", "day"].map { box("\u{A9}\($0)", data) }.flatMap { $0 }
        let list = box("ilst", names, kind, rating)
        let movie = box(
            "moov",
            box("mvhd", [UInt8](repeating: 0, count: 100)),
            box("trak", [UInt8](repeating: 7, count: 1_000 + number % 64 * 100)),
            box("udta", box("meta", version, box("hdlr", [UInt8](repeating: 0, count: 25)), list))
        )
        let start = box("ftyp", Array("M4V \0\0\0\0isom".utf8))
        let mediaByteCount = UInt64(1_024 << (number % 20))
        let media = number32(1) + Array("mdat".utf8) + number64(16 + mediaByteCount)
        let file = try OwnedFile(path, in: nil, [.writing, .creatingNew], on: PosixFileSystem())
        let isBehind = number % 4 < 2
        try file.write(isBehind ? start + media : start + movie + media, at: 0)
        let end = UInt64(start.count + media.count) + mediaByteCount
        if isBehind {
            try file.write(movie, at: end)
        } else {
            try file.truncate(to: end + UInt64(movie.count))
        }
    }

    private func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return number32(UInt32(8 + content.count)) + type.unicodeScalars.map { UInt8($0.value) }
            + content
    }

    private func number32(_ value: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private func number64(_ value: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
