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

    /// What stands in the root folder on the host that was not there before.
    private func newEntries(
        writing bytes: [UInt8],
        to name: String,
        as protection: ProtectionClass
    ) throws -> [String] {
        let before = Set(try entries())
        try device.files.write(bytes, to: DevicePath("/" + name), as: protection)
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
