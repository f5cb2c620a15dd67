import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO

/// A device in memory whose randomness counts up: the real code makes the bytes that
/// `reader/make_vectors.py` computes.
struct VectorDevice {
    let device: SimulatedDevice

    init(suite: ChunkCipherSuite, passcode: String? = nil) throws {
        var options = SimulatedDevice.Options(passcode: passcode)
        options.settings.suite = suite
        device = try SimulatedDevice(options, random: CountingRandom())
    }

    /// All vectors of a device without a passcode, in the order in which randomness is drawn.
    func vectors() throws -> [String: String] {
        var found = try filesOfTheDevice()
        let volume = try device.holder.volumeKeys()
        found["volume keys"] = Hexadecimal.encode(try volume.bytes.withBytes { $0.array })
        found["root record"] = Hexadecimal.encode(try content("/device/files/.folder"))
        for protection in ProtectionClass.allCases {
            let request = NewKeyRequest(
                fileID: FileID(Array(0xB0...0xBF)),
                protection: protection
            )
            let wrapped = try device.holder.makeKeys([request]).map(\.wrapped.bytes).joined()
            found["wrap \(protection.rawValue)"] = Hexadecimal.encode(Array(wrapped))
        }
        try addNames(to: &found)
        try addFile(to: &found)
        try addNodes(to: &found)
        return found
    }

    /// The files beside the sealed tree.
    func filesOfTheDevice() throws -> [String: String] {
        let key = "/keys/\(device.holder.deviceID)"
        return [
            "keybag": Hexadecimal.encode(try content("/device/keybag")),
            "device key": Hexadecimal.encode(try content(key)),
            "attempts": Hexadecimal.encode(try content(key + ".attempts")),
        ]
    }

    private func addNames(to found: inout [String: String]) throws {
        for name in ["a", "über", 167.letters, 168.letters, 255.letters] {
            let size = name.utf8.count
            for entry in try newEntries(writing: [], to: name, as: .none) {
                if entry.hasPrefix(".name-") {
                    let side = try content("/device/files/" + entry)
                    found["side file of \(size)"] = Hexadecimal.encode(side)
                } else {
                    found["name of \(size)"] = Hexadecimal.encode(Array(entry.utf8))
                }
            }
        }
    }

    private func addFile(to found: inout [String: String]) throws {
        for entry in try newEntries(writing: Array("sealed".utf8), to: "file", as: .complete) {
            let path = "/device/files/" + entry
            let sealed = try content(path)
            found["sealed file"] = Hexadecimal.encode(sealed)
            let handle = try device.files.open(DevicePath("/file"))
            // A frame of zeros and one of two chunks of data in one group.
            let data = Array((String(repeating: "hello", count: 3_277) + "last").utf8)
            try handle.write([UInt8](repeating: 0, count: 65_536) + data, at: 5)
            try handle.truncate(to: 200)
            found["log"] = Hexadecimal.encode(Array(try content(path).dropFirst(sealed.count)))
            device.files.abandon()
        }
    }

    /// A link, a special file, and the extended attributes of the sealed file.
    private func addNodes(to found: inout [String: String]) throws {
        let files = device.files
        for entry in try newEntries({ try files.makeLink(to: "../ziel ü", at: "/link") }) {
            found["link"] = Hexadecimal.encode(try content("/device/files/" + entry))
        }
        let attributes = NewAttributes(mode: 0o640)
        let special = try newEntries {
            try files.makeSpecial(
                .blockDevice,
                device: 0x8_0000_0001,
                at: "/block",
                attributes: attributes
            )
        }
        for entry in special {
            found["block device"] = Hexadecimal.encode(try content("/device/files/" + entry))
        }
        var extended = ExtendedAttributes()
        try extended.set(Array("user.two".utf8), [])
        try extended.set(Array("trusted.one".utf8), [UInt8](repeating: 0, count: 300))
        let blobs = try newEntries {
            try files.replaceExtendedAttributes(of: "/file", with: extended)
        }
        for entry in blobs {
            found["name of attributes"] = Hexadecimal.encode(Array(entry.utf8))
            found["attributes"] = Hexadecimal.encode(try content("/device/files/" + entry))
        }
    }

    /// What stands in the root folder on the host that was not there before.
    private func newEntries(
        writing bytes: [UInt8],
        to name: String,
        as protection: ProtectionClass
    ) throws -> [String] {
        let path = try DevicePath("/" + name)
        return try newEntries { try device.files.write(bytes, to: path, as: protection) }
    }

    private func newEntries(_ body: () throws -> Void) throws -> [String] {
        let before = Set(try entries())
        try body()
        return try entries().filter { !before.contains($0) }
    }

    private func entries() throws -> [String] {
        let memory = device.memoryFileSystem
        let folder = try OwnedFile("/device/files", in: nil, .directory, on: memory)
        return try memory.names(in: folder.descriptor)
    }

    private func content(_ path: String) throws -> [UInt8] {
        try OwnedFile(path, in: nil, [], on: device.memoryFileSystem).read(1 << 20, at: 0)
    }
}

extension Int {
    fileprivate var letters: String { String(repeating: "n", count: self) }
}
