#if TPM
import Foundation
import KeyManagement
import SodiumCrypto
import TestSupport
import Testing
import TrustedPlatform

@Suite("What tpm2-tss leaves in memory", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct ResidueTests {
    private static let mask: UInt8 = 0x5A

    @Test("no secret that was sealed or opened, once the conversation is over")
    func nothing() throws {
        let software = try SoftwareChip()
        let chip = try software.chip()
        // The test knows each by another spelling, or it would find what it looks for.
        var masked: [[UInt8]] = []
        do {
            let (secret, pin) = (try random(), try random())
            masked = try ([secret, pin] + ["index", "object"].map { try derive(pin, $0) }).map(mask)
            let plain = try chip.seal(secret.secret, boundTo: .none)
            _ = try chip.unseal(plain, arena: Sample.arena)
            let pinned = try chip.sealWithPIN(secret.secret, pinAuth: pin.secret, limit: 3)
            _ = try chip.unsealWithPIN(pinned, pinAuth: pin.secret, arena: Sample.arena)
        }
        for needle in masked { #expect(try count(needle) == 0) }
        // The search finds what lies about.
        let stray = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
        for (index, byte) in masked[0].enumerated() { stray[1_000 + index] = byte ^ Self.mask }
        #expect(try count(masked[0]) == 1)
        // What is freed is overwritten, such as the keys of sessions.
        stray.deallocate()
        #expect(try count(masked[0]) == 0)
    }

    /// What is shown to the chip in the place of a PIN.
    private func derive(_ pin: SecretBox, _ purpose: String) throws -> SecretBox {
        let key = try SecureBytes(count: 32, group: .transit, arena: Sample.arena)
        let info = Array("protection-toolkit tpm pin 1 \(purpose)".utf8)
        try HKDFSHA256.expand(pin.secret, info: info, into: key)
        return SecretBox(key)
    }

    private func random() throws -> SecretBox {
        SecretBox(
            try SecureBytes(count: 32, group: .transit, arena: Sample.arena) {
                SystemRandomSource().fill(&$0)
            }
        )
    }

    private func mask(_ secret: SecretBox) throws -> [UInt8] {
        try secret.secret.withBytes { bytes in
            (0..<16).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) ^ Self.mask }
        }
    }

    /// How often a needle stands in memory that this process can write.
    private func count(_ masked: [UInt8]) throws -> Int {
        let room = 1 << 20
        let window = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 4_096)
        defer {
            window.initializeMemory(as: UInt8.self, repeating: 0)
            window.deallocate()
        }
        let own = Int(bitPattern: window.baseAddress)
        let memory = Glibc.open("/proc/self/mem", O_RDONLY)
        try #require(memory >= 0)
        defer { close(memory) }
        var count = 0
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        for line in maps.split(separator: "\n") {
            let words = line.split { " -".contains($0) }
            guard words[2].hasPrefix("rw"), let start = Int(words[0], radix: 16),
                let end = Int(words[1], radix: 16)
            else { continue }
            // What was read before would be found in the window itself.
            var places = [start..<end]
            if (start..<end).contains(own) { places = [start..<own, own + room..<end] }
            for place in places {
                // A needle may lie across two windows.
                for at in stride(from: place.lowerBound, to: place.upperBound, by: room - 15) {
                    let wanted = min(room, place.upperBound - at)
                    let read = pread(memory, window.baseAddress, wanted, off_t(at))
                    count += Self.count(masked, in: window[..<max(0, read)])
                }
            }
        }
        return count
    }

    private static func count(
        _ masked: [UInt8],
        in bytes: Slice<UnsafeMutableRawBufferPointer>
    ) -> Int {
        guard var rest = bytes.base.baseAddress else { return 0 }
        let end = rest + bytes.count
        var count = 0
        while let found = memchr(rest, Int32(masked[0] ^ mask), end - rest) {
            rest = found + 1
            guard end - found >= masked.count else { break }
            let isIt = masked.indices.allSatisfy {
                found.load(fromByteOffset: $0, as: UInt8.self) == masked[$0] ^ mask
            }
            count += isIt ? 1 : 0
        }
        return count
    }
}
#endif
