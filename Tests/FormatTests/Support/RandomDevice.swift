import Foundation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO

/// A device with files, sizes and logs that follow from a seed, and what its files must contain.
struct RandomDevice {
    private static let fileCount = 24

    let seed: UInt64
    let suite: ChunkCipherSuite
    let passcode: String?

    init(seed: UInt64) {
        self.seed = seed
        let aes = ChunkCipherSuite.aes256GCM
        suite = seed & 1 == 1 && aes.isAvailable ? aes : .chacha20Poly1305
        passcode = seed & 2 == 0 ? nil : "1234"
    }

    /// Makes the device and returns the listing that belongs to it.
    func make(at root: URL) throws -> [ListedFile] {
        var choices = SplitMix64(seed: seed)
        let random = SeededRandomSource(seed: seed)
        try DeviceOnDisk.make(at: root, suite: suite, passcode: passcode, random: random)
        let device = try DeviceOnDisk(at: root, passcode: passcode, random: random)
        try device.files.makeDirectory(DevicePath("/folder"))
        var listed: [ListedFile] = []
        // Half of the logs are folded by a close; the others stay as a crash leaves them.
        var open: [ProtectedStore.ProtectedFile] = []
        for number in 0..<Self.fileCount {
            let path = try DevicePath(number.isMultiple(of: 3) ? "/folder/\(number)" : "/\(number)")
            guard let protection = ProtectionClass.allCases.randomElement(using: &choices) else {
                continue
            }
            let content = try fill(path, protection, device.files, &choices, &open)
            listed.append(
                ListedFile(
                    path: path.description,
                    class: protection.name,
                    size: content.count,
                    sha256: SHA256.hexadecimal(of: content)
                )
            )
        }
        device.files.abandon()
        open.removeAll()
        return listed.sorted { $0.path < $1.path }
    }

    private func fill(
        _ path: DevicePath,
        _ protection: ProtectionClass,
        _ files: FileStore,
        _ choices: inout SplitMix64,
        _ open: inout [ProtectedStore.ProtectedFile]
    ) throws -> [UInt8] {
        var content = bytes(&choices, atMost: 40_000)
        try files.write(content, to: path, as: protection)
        let handle = try files.open(path)
        for _ in 0..<Int.random(in: 0...6, using: &choices) {
            let place = Int.random(in: 0...50_000, using: &choices)
            if Int.random(in: 0..<4, using: &choices) == 0 {
                try handle.truncate(to: UInt64(place))
                content = content.prefix(place) + zeros(place - content.count)
            } else {
                let isZero = Bool.random(using: &choices)
                var written = bytes(&choices, atMost: 70_000)
                if isZero { written = zeros(written.count) }
                guard !written.isEmpty else { continue }
                try handle.write(written, at: UInt64(place))
                content += zeros(place + written.count - content.count)
                content.replaceSubrange(place..<place + written.count, with: written)
            }
        }
        if Bool.random(using: &choices) { try handle.close() } else { open.append(handle) }
        return content
    }

    private func bytes(_ choices: inout SplitMix64, atMost limit: Int) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &choices)).map { _ in
            UInt8.random(in: .min ... .max, using: &choices)
        }
    }

    private func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, count))
    }
}
