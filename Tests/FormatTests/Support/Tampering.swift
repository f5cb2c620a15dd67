import Foundation
import Testing

/// One way to spoil a copy of the golden device of ChaCha20-Poly1305.
struct Tampering: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the complaint must contain.
    let complaint: String
    let apply: @Sendable (DeviceOnDisk) throws -> Void

    var testDescription: String { name }

    init(
        _ name: String,
        _ complaint: String,
        _ apply: @escaping @Sendable (DeviceOnDisk) throws -> Void
    ) {
        self.name = name
        self.complaint = complaint
        self.apply = apply
    }

    static let all = [
        flip("the first chunk", "/50000 bytes", [1_024], "chunk 0"),
        flip("a later chunk", "/50000 bytes", [1_024 + 2 * 16_400], "chunk 2"),
        flip("the empty last chunk", "/16384 bytes", [1_024 + 16_400], "chunk 1"),
        flip("the class in both slots", "/16384 bytes", [56, 568], "neither slot"),
        flip("the wrap in both slots", "/16384 bytes", [152, 664], "neither slot"),
        flip("the codes of both slots", "/16384 bytes", [480, 992], "neither slot"),
        flip("the version in both slots", "/16384 bytes", [8, 520], "neither slot"),
        flip("the flags in both slots", "/16384 bytes", [10, 522], "neither slot"),
        flip("a frame before the anchor", "/log: behind its anchor", [1_024 + 116 + 88], "anchor"),
        flip("a code before the anchor", "/log: behind its anchor", [1_024 + 116 + 72], "anchor"),
        flip("the class of a folder", "/Ordner/.folder", [56, 568], "neither slot"),
        flip("the side file of a long name", "/Ordner/.side", [30], "does not belong here"),
        cut("the base by a byte", "/50000 bytes", 1, "chunk 3"),
        cut("the base by a chunk", "/16384 bytes", 16, "chunk 1"),
        cut("all but the slots", "/1 bytes", 17, "chunk 0"),
        cut("all but half a slot", "/1 bytes", 800, "no slot"),
        cut("the log before its anchor", "/log: behind its anchor", 9 + 104 + 1, "anchor"),
        .init("one slot of a later version", "unsupported version") { device in
            try device.editSlots(1..<2, of: device.hostFile("/1 bytes")) { $0[8] = 6 }
        },
        .init("an entry gets another name", "does not belong here") { device in
            let file = try device.hostFile("/1 bytes")
            let folder = file.deletingLastPathComponent()
            let name = file.lastPathComponent
            let other = (name.hasPrefix("A") ? "B" : "A") + name.dropFirst()
            try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent(other))
        },
        .init("an entry goes to another folder", "does not belong here") { device in
            let file = try device.hostFile("/1 bytes")
            let folder = try device.hostFile("/Ordner")
            try FileManager.default.moveItem(
                at: file,
                to: folder.appendingPathComponent(file.lastPathComponent)
            )
        },
        .init("a stray file", "not one of ours") { device in
            let folder = try device.hostFile("/Ordner")
            try Data("x".utf8).write(to: folder.appendingPathComponent("notes.txt"))
        },
        .init("a symbolic link in the place of a file", "neither a file") { device in
            let file = try device.hostFile("/1 bytes")
            let target = try device.hostFile("/16384 bytes")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        },
        .init("the content of another file under the slots", "chunk 0") { device in
            let other = try [UInt8](Data(contentsOf: device.hostFile("/16384 bytes")))
            try FileTree.edit(device.hostFile("/16385 bytes")) {
                $0.replaceSubrange(1_024..<1_024 + 16_400, with: other[1_024..<1_024 + 16_400])
            }
        },
        .init("a frame of another file", "anchor") { device in
            let other = try [UInt8](Data(contentsOf: device.hostFile("/log: overlapping")))
            let start = 1_024 + 5_000 + 16
            try FileTree.edit(device.hostFile("/log: behind its anchor")) {
                $0.replaceSubrange(1_140..<1_228, with: other[start..<start + 88])
            }
        },
        .init("the record of the folder is gone", ".folder") { device in
            let folder = try device.hostFile("/Ordner")
            try FileManager.default.removeItem(at: folder.appendingPathComponent(".folder"))
        },
        .init("the record of another folder", "belongs to another place") { device in
            let folder = try device.hostFile("/Ordner")
            let record = folder.appendingPathComponent(".folder")
            let other = try device.hostFile("/Ordner/empty").appendingPathComponent(".folder")
            try FileManager.default.removeItem(at: record)
            try FileManager.default.copyItem(at: other, to: record)
        },
    ]

    private static func flip(
        _ what: String,
        _ path: String,
        _ offsets: [Int],
        _ complaint: String
    ) -> Tampering {
        Tampering("a bit of \(what) is flipped", complaint) { device in
            try FileTree.edit(try file(path, device)) { bytes in
                for offset in offsets { bytes[offset] ^= 1 }
            }
        }
    }

    private static func cut(
        _ what: String,
        _ path: String,
        _ count: Int,
        _ complaint: String
    ) -> Tampering {
        Tampering("a cut takes \(what)", complaint) { device in
            try FileTree.edit(try file(path, device)) { $0.removeLast(count) }
        }
    }

    /// The host's file of a path; `.folder` and `.side` stand for what lies beside the names.
    private static func file(_ path: String, _ device: DeviceOnDisk) throws -> URL {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        switch url.lastPathComponent {
        case ".folder":
            return try device.hostFile(folder).appendingPathComponent(".folder")
        case ".side":
            let long = String(repeating: "l", count: 168)
            let entry = try device.hostFile(folder + "/" + long)
            return entry.deletingLastPathComponent()
                .appendingPathComponent(".name-" + entry.lastPathComponent.dropLast(5))
        default:
            return try device.hostFile(path)
        }
    }
}
