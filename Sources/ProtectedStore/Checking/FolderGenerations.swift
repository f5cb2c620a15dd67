import KeyManagement
import ProtectionModel
import SodiumCrypto

/// How far each folder of a device is, as it was last pinned: the file `.folders` in the device
/// directory.
///
/// Little-endian: `"PTFOLDGN"`, version 1 (2), device id (16), how often the list was changed (8),
/// how many folders (4), and for each, in the order of their ids, id (16) and generation (8). The
/// pin has the BLAKE2b-256 hash of all that, so that the file needs no code of its own.
struct FolderGenerations: Equatable {
    static let fileName = ".folders"
    private static let magic = Array("PTFOLDGN".utf8) + [1, 0]
    private static let headByteCount = 38
    private static let entryByteCount = 24
    /// No device has so many folders.
    static let byteLimit = headByteCount + entryByteCount * 10_000_000

    /// How often the list was changed; 0 for the empty one of a device that begins.
    private(set) var number: UInt64 = 0
    private(set) var folders: [[UInt8]: UInt64] = [:]

    /// Nothing is known of any folder.
    init() {}

    /// The list that follows another one.
    init(_ folders: [[UInt8]: UInt64], after last: FolderGenerations) {
        number = last.number + 1
        self.folders = folders
    }

    /// What a pin has of a file, whatever its entries say; nil for what no device wrote.
    ///
    /// Read before all else: a file of any length costs a hash, until the pin has confirmed it.
    static func state(of bytes: [UInt8], of device: DeviceID) -> RollbackPin.State? {
        var reader = ByteReader(bytes)
        guard reader.bytes(Self.magic.count) == Self.magic, reader.bytes(16) == device.bytes,
            let number = reader.integer(UInt64.self), number > 0, number < .max
        else { return nil }
        return RollbackPin.State(number, GenericHash.hash(of: bytes))
    }

    /// Reads a file; nil for what no device wrote.
    init?(_ bytes: [UInt8], of device: DeviceID) {
        var reader = ByteReader(bytes)
        guard reader.bytes(Self.magic.count) == Self.magic, reader.bytes(16) == device.bytes,
            let number = reader.integer(UInt64.self), number < .max,
            let count = reader.integer(UInt32.self),
            reader.remaining == Int(count) * Self.entryByteCount
        else { return nil }
        self.number = number
        folders.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let id = reader.bytes(16), let generation = reader.integer(UInt64.self) else {
                return nil
            }
            folders[id] = generation
        }
    }

    func bytes(of device: DeviceID) -> [UInt8] {
        let size = Self.headByteCount + folders.count * Self.entryByteCount
        var writer = ByteWriter(capacity: size)
        writer.append(Self.magic)
        writer.append(device.bytes)
        writer.append(number)
        writer.append(UInt32(folders.count))
        for (id, generation) in folders.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.append(id)
            writer.append(generation)
        }
        return writer.bytes
    }
}
