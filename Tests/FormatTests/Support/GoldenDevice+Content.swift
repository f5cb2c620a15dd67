import DeviceSimulation
import Foundation
import ProtectedStore
import ProtectionModel
import SodiumCrypto

extension GoldenDevice {
    /// Puts one of everything the format knows into a device.
    func fill(_ device: DeviceOnDisk) throws {
        try fillWithBases(device)
        guard suite == .chacha20Poly1305 else { return }
        try fillWithNames(device)
        try fillWithLogs(device)
        try fillWithSlots(device)
        try fillWithNodes(device)
        try fillWithAttributes(device)
    }

    /// Sizes on both sides of a chunk, and every class.
    private func fillWithBases(_ device: DeviceOnDisk) throws {
        // Few sizes of the second device, for the sake of the repository's size.
        let sizes: [(ProtectionClass, Int)] =
            suite == .chacha20Poly1305
            ? [
                (.none, 0), (.complete, 1), (.completeUnlessOpen, 16_383),
                (.completeUntilFirstUserAuthentication, 16_384),
                (.completeWhenUserInactive, 16_385), (.complete, 50_000),
            ]
            : [
                (.none, 0), (.complete, 1), (.completeUnlessOpen, 16_385),
                (.completeUntilFirstUserAuthentication, 100), (.completeWhenUserInactive, 200),
            ]
        for (protection, size) in sizes {
            try device.files.write(
                pattern(size, salt: size),
                to: DevicePath("/\(size) bytes"),
                as: protection
            )
        }
    }

    /// Nested folders, and names up to the limit of a short one and beyond.
    private func fillWithNames(_ device: DeviceOnDisk) throws {
        let files = device.files
        try files.makeDirectory(DevicePath("/Ordner"), as: .complete)
        try files.makeDirectory(DevicePath("/Ordner/für später"), as: .completeUnlessOpen)
        try files.makeDirectory(DevicePath("/Ordner/empty"))
        try files.write(pattern(100, salt: 1), to: DevicePath("/Ordner/für später/inherits"))
        let short = String(repeating: "s", count: 167)
        let long = String(repeating: "l", count: 168)
        let longest = String(repeating: "ä", count: 127) + "!"
        try files.write(
            pattern(10, salt: 2),
            to: DevicePath("/Ordner/" + short),
            as: ProtectionClass.none
        )
        try files.write(pattern(11, salt: 3), to: DevicePath("/Ordner/" + long))
        try files.makeDirectory(DevicePath("/Ordner/" + longest))
        try files.write(pattern(12, salt: 4), to: DevicePath("/Ordner/\(longest)/\(longest)"))
    }

    /// Logs that were never folded, because the process that wrote them ended without a word.
    private func fillWithLogs(_ device: DeviceOnDisk) throws {
        let files = device.files
        // A handle that goes would fold its log.
        var handles = try fillWithLongLogs(files)
        let replaced = try open("/log: replaced", 500, .none, files)
        try replaced.replaceContent(pattern(20, salt: 13))
        handles.append(try fillWithAnchor(files))
        handles.append(try fillWithIndex(files))
        let torn = try open("/log: torn", 10, .none, files)
        try torn.write(pattern(5, salt: 16), at: 3)
        try torn.write(pattern(5, salt: 17), at: 5)
        withExtendedLifetime(handles + [replaced, torn]) { files.abandon() }
        try FileTree.edit(device.hostFile("/log: torn")) { $0.removeLast(5) }
    }

    /// Logs whose frames overlap, cut the file, or are zeros.
    private func fillWithLongLogs(_ files: FileStore) throws -> [ProtectedFile] {
        let overlapping = try open("/log: overlapping", 5_000, .complete, files)
        try overlapping.write(pattern(300, salt: 5), at: 100)
        try overlapping.write(pattern(300, salt: 6), at: 250)
        try overlapping.write(pattern(50, salt: 7), at: 300)
        try overlapping.append(pattern(33, salt: 8))

        let cut = try open("/log: cut and grown", 1_000, .completeUnlessOpen, files)
        try cut.write(pattern(100, salt: 9), at: 150)
        try cut.truncate(to: 200)
        try cut.truncate(to: 3_000)
        try cut.write(pattern(7, salt: 10), at: 2_500)
        try cut.write(pattern(7, salt: 11), at: 4_000)

        let zeros = try open(
            "/log: zeros and more",
            10,
            .completeUntilFirstUserAuthentication,
            files
        )
        // The first 64 KiB are a frame of zeros, the rest is the second frame of the group.
        try zeros.write([UInt8](repeating: 0, count: 65_536) + pattern(64, salt: 12), at: 5)
        try zeros.write([UInt8](repeating: 0, count: 4_096), at: 65_000)
        return [overlapping, cut, zeros]
    }

    /// A log too large to be folded at the close, so the close leaves an anchor.
    private func fillWithAnchor(_ files: FileStore) throws -> ProtectedFile {
        // The writer's lock goes with the handle.
        do {
            let anchored = try open(
                "/log: behind its anchor",
                100,
                .completeWhenUserInactive,
                files
            )
            try anchored.write(pattern(10, salt: 14), at: 95)
            try anchored.truncate(to: 1 << 20)
            try anchored.close()
        }
        let after = try files.open(DevicePath("/log: behind its anchor"))
        try after.write(pattern(9, salt: 15), at: 1 << 20)
        return after
    }

    /// A log of many frames, whose close leaves an index, and what was written after that.
    private func fillWithIndex(_ files: FileStore) throws -> ProtectedFile {
        do {
            let indexed = try open("/log: behind its index", 1_100, .complete, files)
            try indexed.truncate(to: 1 << 20)
            // Two chunks, of which the second loses its middle.
            try indexed.write(pattern(20_000, salt: 20), at: 700)
            for frame in 0..<70 {
                try indexed.write(pattern(10, salt: 21 + frame), at: UInt64(17_000 + frame * 7))
            }
            try indexed.write([UInt8](repeating: 0, count: 4_096), at: 2_000)
            try indexed.close()
        }
        let after = try files.open(DevicePath("/log: behind its index"))
        try after.write(pattern(30, salt: 91), at: 690)
        return after
    }

    /// Slots that a crash left unequal, and a wrap that was made anew in place.
    private func fillWithSlots(_ device: DeviceOnDisk) throws {
        let files = device.files
        for name in ["/slots: second only", "/slots: first is newer", "/slots: second is newer"] {
            try files.write(pattern(30, salt: 18), to: DevicePath(name), as: ProtectionClass.none)
        }
        try FileTree.edit(device.hostFile("/slots: second only")) {
            $0.replaceSubrange(0..<512, with: [UInt8](repeating: 0, count: 512))
        }
        try outdate("/slots: first is newer", slot: 1, device)
        try outdate("/slots: second is newer", slot: 0, device)
        let moved = DevicePath("/slots: rewrapped")
        try files.write(pattern(40, salt: 19), to: moved, as: .completeUntilFirstUserAuthentication)
        try files.setProtection(.completeUnlessOpen, of: moved)
        try files.setMode(0o644, of: moved)
    }

    /// Links of the shortest and the longest target, and each sort of special file.
    private func fillWithNodes(_ device: DeviceOnDisk) throws {
        let files = device.files
        try files.makeDirectory(DevicePath("/nodes"))
        try files.makeLink(to: "x", at: DevicePath("/nodes/short"))
        let long = Array(repeating: UInt8(ascii: "l"), count: 4_094) + [0xFF]
        try files.makeLink(to: long, at: DevicePath("/nodes/long, not UTF-8"))
        try files.makeLink(to: "../für später", at: DevicePath("/moved"))
        try files.rename(DevicePath("/moved"), to: DevicePath("/nodes/moved"))
        let kinds: [(FileMetadata.Kind, UInt64)] = [
            (.fifo, 0), (.socket, 0), (.characterDevice, 0x0103), (.blockDevice, 0x8_0000_0001),
        ]
        for (kind, number) in kinds {
            try files.makeSpecial(
                kind,
                device: number,
                at: DevicePath("/nodes/" + kind.rawValue),
                attributes: NewAttributes(mode: 0o640)
            )
        }
    }

    /// Times before 1970 and far ahead, all bits of a mode, owners; times that were set after a
    /// write and before; extended attributes of everything there is.
    private func fillWithAttributes(_ device: DeviceOnDisk) throws {
        let files = device.files
        device.clock.advance(by: .seconds(86_400) + .nanoseconds(7))
        try files.makeDirectory(DevicePath("/attributes"))
        let change = AttributeChange(
            mode: 0o7777,
            owner: .max,
            group: 1 << 31,
            accessed: .at(Timestamp(seconds: -1, nanoseconds: 999_999_999)),
            modified: .at(Timestamp(seconds: 1 << 32, nanoseconds: 1))
        )
        for path in ["/attributes", "/nodes/short", "/nodes/fifo", "/1 bytes"] {
            let path = DevicePath(stringLiteral: path)
            try files.setAttributes(change, of: path)
            try files.setAttributes(AttributeChange(owner: 7), of: path, durability: .none)
        }
        for path in ["/", "/attributes", "/nodes/long, not UTF-8", "/nodes/socket", "/16385 bytes"]
        {
            let path = try DevicePath(path)
            for (name, size) in [("user.one", 1), ("trusted.zwei ü", 0), ("security.three", 300)] {
                try files.setExtendedAttribute(Array(name.utf8), pattern(size, salt: 40), of: path)
            }
        }
        try files.removeExtendedAttribute(Array("user.one".utf8), of: .root)
        try fillWithTimes(device)
    }

    /// Times that were set after a write, and before.
    private func fillWithTimes(_ device: DeviceOnDisk) throws {
        let files = device.files
        var handles: [ProtectedFile] = []
        for isLast in [false, true] {
            let path = DevicePath(
                stringLiteral: "/attributes/time set \(isLast ? "last" : "first")"
            )
            let handle = try open(path.description, 100, .none, files)
            if !isLast {
                try handle.setAttributes(AttributeChange(modified: .at(Timestamp(seconds: 9))))
            }
            device.clock.advance(by: .seconds(1))
            try handle.write(pattern(5, salt: 41), at: 3)
            if isLast {
                try handle.setAttributes(AttributeChange(modified: .at(Timestamp(seconds: 9))))
            }
            handles.append(handle)
        }
        withExtendedLifetime(handles) { files.abandon() }
    }

    /// Changes a header, and puts one slot back to what it was.
    private func outdate(_ path: String, slot: Int, _ device: DeviceOnDisk) throws {
        let file = try device.hostFile(path)
        let old = try [UInt8](Data(contentsOf: file))[..<512]
        try device.files.setMode(0o640, of: DevicePath(path))
        try FileTree.edit(file) { $0.replaceSubrange(slot * 512..<slot * 512 + 512, with: old) }
    }

    private func open(
        _ path: String,
        _ size: Int,
        _ protection: ProtectionClass,
        _ files: FileStore
    ) throws -> ProtectedStore.ProtectedFile {
        let path = try DevicePath(path)
        try files.write(pattern(size, salt: size), to: path, as: protection)
        return try files.open(path)
    }

    private func pattern(_ count: Int, salt: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 167 &+ salt) ^ $0 >> 7) }
    }
}
