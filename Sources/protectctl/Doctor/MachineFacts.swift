import Foundation
import KeyManagement
import ProtectionModel
import SystemIO

/// What the machine says of itself, in `/proc` and `/sys`.
struct MachineFacts {
    /// An area that memory is swapped to (proc(5)).
    struct SwapArea: Equatable {
        let path: String
        /// zram: it never leaves memory.
        let isInMemory: Bool
        /// A mapping of dm-crypt.
        let isEncrypted: Bool
    }

    /// Nil when it cannot be read.
    let swap: [SwapArea]?
    let keepsCoreDumps: Bool
    let isClockPlausible: Bool

    /// Looks at this machine.
    init() {
        swap = Self.text("/proc/swaps").map(Self.swapAreas)
        // Without a pipe it is up to the limit of each process, which is 0 unless somebody raised it.
        let pattern = Self.text("/proc/sys/kernel/core_pattern") ?? ""
        keepsCoreDumps = pattern.hasPrefix("|") && !pattern.hasPrefix("|/bin/false")
        // 2024-01-01T00:00:00Z
        isClockPlausible = MachineClock().wallTime().seconds > 1_704_067_200
    }

    /// The permission bits of a file; nil when it cannot be looked at.
    static func permissions(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.posixPermissions] as? Int
    }

    /// Whether two paths lie on one file system.
    static func areOnOneFileSystem(_ first: String, _ second: String) -> Bool {
        func device(_ path: String) -> NSNumber? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? NSNumber
        }
        guard let one = device(first), let other = device(second) else { return false }
        return one == other
    }

    private static func text(_ path: String) -> String? {
        (try? HostInput.bytes(of: path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines after the head, whose first word is a path with octal escapes.
    private static func swapAreas(_ text: String) -> [SwapArea] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            guard let path = line.split(whereSeparator: \.isWhitespace).first.map(String.init)
            else { return nil }
            let name = HostPath.name(of: path)
            let uuid = Self.text("/sys/class/block/\(name)/dm/uuid") ?? ""
            return SwapArea(
                path: path,
                isInMemory: name.hasPrefix("zram"),
                isEncrypted: uuid.hasPrefix("CRYPT-")
            )
        }
    }
}
