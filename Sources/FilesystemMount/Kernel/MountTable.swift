import SystemIO

/// A file system that is mounted.
package struct MountEntry: Sendable, Equatable {
    /// The folder that shows it.
    package let point: String
    /// What is mounted, in its program's words.
    package let source: String
    /// Such as `fuse.protectctl`.
    package let type: String
    /// Tells mounts of one folder apart: the device's numbers, such as `0:57`.
    package let device: String
    /// Whether it refuses to be written to.
    package let isReadOnly: Bool
}

/// What is mounted, from `/proc/self/mountinfo` (proc_pid_mountinfo(5)); a later entry covers an
/// earlier one of the same folder.
///
/// `36 35 98:0 /root /point rw,noatime master:1 - type source rw,errors=continue`: numbers of mount
/// and parent, device, root and mount point, options, any number of further fields, a hyphen, type,
/// source, options of the file system. Blanks and backslashes in names are `\` and three octal digits.
package enum MountTable {
    /// More than thousands of mounts need, in bytes.
    private static let byteLimit = 16 << 20

    /// Everything that is mounted for this process; empty where `/proc` is not.
    package static func current() -> [MountEntry] {
        guard let stream = try? HostStream.source("/proc/self/mountinfo") else { return [] }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while text.count < byteLimit {
            var span = piece.mutableSpan
            var bytes = span.mutableBytes
            guard let count = try? stream.read(into: &bytes), count > 0 else { break }
            text += piece[..<count]
        }
        return entries(in: text)
    }

    /// The entries of a table; lines that are not entries are left out.
    package static func entries(in text: [UInt8]) -> [MountEntry] {
        text.split(separator: UInt8(ascii: "\n")).compactMap { entry($0) }
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> MountEntry? {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard let hyphen = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
            hyphen + 3 < fields.count,
            let point = name(fields[4]), let source = name(fields[hyphen + 2]),
            let type = name(fields[hyphen + 1]), let device = name(fields[2])
        else { return nil }
        let readOnly = Array("ro".utf8)
        let options = [fields[5], fields[hyphen + 3]].flatMap { $0.split(separator: 0x2C) }
        return MountEntry(
            point: point,
            source: source,
            type: type,
            device: device,
            isReadOnly: options.contains { $0.elementsEqual(readOnly) }
        )
    }

    /// A name with its escapes resolved; nil when it is not UTF-8.
    private static func name(_ field: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = octal(rest.prefix(3)) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
            return nil
        }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
