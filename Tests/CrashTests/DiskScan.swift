import SimulatedDisk
import Synchronization
import SodiumCrypto
import SystemIO

/// Looks at every byte of a disk, as a thief would.
struct DiskScan {
    /// What every plaintext of these tests consists of.
    static let marker = Array("PLAINTEXT*MARKER".utf8)

    private static let pageByteCount = 4_096
    /// What was looked at already and is clean.
    private var seen: Set<[UInt8]> = []
    private var needles: [UInt64: [UInt8]] = [:]

    /// Plaintext of some length, recognisable and different for each seed.
    static func text(_ seed: UInt8, _ byteCount: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            bytes += marker
            bytes.append(seed)
        }
        return Array(bytes.prefix(byteCount))
    }

    /// Also looks for these; at least 8 bytes each.
    mutating func look(for secrets: [[UInt8]]) {
        for secret in [Self.marker] + secrets
        where needles.updateValue(secret, forKey: Self.word(secret, 0)) == nil {
            seen = []
        }
    }

    /// Where a needle lies in clear, outside the folder of device keys.
    mutating func hits(on disk: InMemoryFileSystem) throws -> [String] {
        try Self.files(of: disk).filter { path, bytes in
            !path.hasPrefix(CrashDevice.keys) && contains(bytes)
        }.map(\.key)
    }

    private mutating func contains(_ bytes: [UInt8]) -> Bool {
        let longest = needles.values.map(\.count).max() ?? 0
        for start in stride(from: 0, to: bytes.count, by: Self.pageByteCount) {
            let page = Array(bytes[start...].prefix(Self.pageByteCount + longest - 1))
            guard seen.insert(page).inserted, page.count >= 8 else { continue }
            for position in 0...page.count - 8 {
                guard let needle = needles[Self.word(page, position)] else { continue }
                if page[position...].starts(with: needle) { return true }
            }
        }
        return false
    }

    private static func word(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    }

    /// What tells disks with other names or other bytes apart.
    static func image(of disk: InMemoryFileSystem) throws -> Int {
        var hasher = Hasher()
        for (path, bytes) in try files(of: disk).sorted(by: { $0.key < $1.key }) {
            hasher.combine(path)
            hasher.combine(bytes.count)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// Every file with its bytes, and every folder with none.
    static func files(
        of disk: InMemoryFileSystem,
        below folder: String = "/"
    ) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        let directory = try OwnedFile(folder, in: nil, .directory, on: disk)
        for name in try disk.names(in: directory.descriptor) {
            let path = folder == "/" ? "/" + name : folder + "/" + name
            let status = try disk.status(of: name, in: directory.descriptor)
            if status.kind == .directory {
                found[path] = []
                found.merge(try files(of: disk, below: path)) { first, _ in first }
            } else {
                let file = try OwnedFile(path, in: nil, [], on: disk)
                found[path] = try file.read(Int(status.size), at: 0)
            }
        }
        return found
    }
}
