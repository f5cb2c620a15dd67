import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Tampering with sealed files")
struct FileTamperTests {
    private static let authentic: [ErrorCode] = [.authenticationFailure, .unsupportedVersion]

    @Test(
        "every flipped bit is refused, or was in one slot and changes nothing",
        arguments: Specimen.all
    )
    func flips(specimen: Specimen) throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        let host = faulty.device.host
        let sealed = try specimen.make(on: faulty)
        let size = try host.bytes(sealed).count
        #expect(try files.read(specimen.path) == Specimen.content)
        for bit in 0..<size * 8 {
            try host.flip(bit: bit, of: sealed)
            defer { try? host.flip(bit: bit, of: sealed) }
            if bit / 8 < Specimen.headerByteCount {
                #expect(try files.read(specimen.path) == Specimen.content, "bit \(bit)")
                #expect(try files.metadata(of: specimen.path).size == 19)
            } else {
                #expect(refusal { try files.read(specimen.path) } == .authenticationFailure)
                let size = Result { try files.metadata(of: specimen.path).size }
                #expect((try? size.get()) == 19, "what the anchor says")
            }
        }
        #expect(try files.read(specimen.path) == Specimen.content)
        #expect(try files.check().isClean)
    }

    @Test("the check names a damaged slot and mends it", arguments: Specimen.all)
    func slot(specimen: Specimen) throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        let host = faulty.device.host
        let sealed = try specimen.make(on: faulty)
        for bit in stride(from: 0, to: Specimen.headerByteCount * 8, by: 97) {
            try host.flip(bit: bit, of: sealed)
            let found = try files.check()
            #expect(found.damaged.map(\.path) == [specimen.path.description], "bit \(bit)")
            #expect(found.damaged.map(\.code) == [.authenticationFailure])
            #expect(found.repaired.isEmpty)
            let mended = try files.check(repairing: true)
            #expect(mended.damaged.isEmpty)
            #expect(mended.repaired.map(\.path) == [specimen.path.description])
            #expect(try files.check().isClean)
            #expect(try files.read(specimen.path) == Specimen.content)
        }
        let bytes = try host.bytes(sealed)
        #expect(bytes[..<512] == bytes[512..<1_024])
    }

    @Test("a slot is mended while locked too, without any key of the file")
    func slotLocked() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let specimen = Specimen(protection: .complete, hasLog: true, hasLongName: false)
        let sealed = try specimen.make(on: faulty)
        try device.lock()
        try device.host.flip(bit: 700, of: sealed)
        #expect(try !device.files.check().isClean)
        let mended = try device.files.check(repairing: true)
        #expect(mended.isClean)
        #expect(mended.skippedLocked == 1)
        #expect(mended.repaired.count == 1)
    }

    @Test("the same bit flipped in both slots is refused", arguments: [false, true])
    func bothSlots(isLogged: Bool) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let specimen = Specimen(protection: .complete, hasLog: isLogged, hasLongName: false)
        let sealed = try specimen.make(on: faulty)
        for bit in 0..<512 * 8 {
            try device.host.flip(bit: bit, of: sealed)
            try device.host.flip(bit: bit + 512 * 8, of: sealed)
            let code = refusal { try device.files.read(specimen.path) }
            #expect(code == .authenticationFailure)
            #expect(refusal { try device.files.metadata(of: specimen.path) } == code)
            #expect(refusal { try device.files.setMode(0, of: specimen.path) } == code)
            #expect(refusal { try device.files.setProtection(.none, of: specimen.path) } == code)
            try device.host.flip(bit: bit, of: sealed)
            try device.host.flip(bit: bit + 512 * 8, of: sealed)
        }
        // It is still there to be removed or replaced.
        try device.host.flip(bit: 0, of: sealed)
        try device.host.flip(bit: 512 * 8, of: sealed)
        #expect(
            try device.files.check(repairing: true).damaged.map(\.code) == [.authenticationFailure]
        )
        #expect(try device.files.names(in: .root) == ["file"])
        try device.files.write([1], to: specimen.path)
        #expect(try device.files.read(specimen.path) == [1])
    }

    @Test("every truncation is refused, and what is appended is ignored", arguments: Specimen.all)
    func lengths(specimen: Specimen) throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        let host = faulty.device.host
        let sealed = try specimen.make(on: faulty)
        let bytes = try host.bytes(sealed)
        for length in 0..<bytes.count {
            try host.put(Array(bytes[..<length]), sealed)
            #expect(
                refusal { try files.read(specimen.path) } == .authenticationFailure,
                "\(length) bytes"
            )
            #expect(refusal { try files.metadata(of: specimen.path) } == .authenticationFailure)
            #expect(try !files.check().isClean)
        }
        for tail in [[0], Array(bytes[1_024...]), [UInt8](repeating: 9, count: 500), bytes] {
            try host.put(bytes + tail, sealed)
            #expect(try files.read(specimen.path) == Specimen.content)
            #expect(try files.metadata(of: specimen.path).size == 19)
            #expect(try files.check(repairing: true).repaired.count == 1)
            #expect(try host.bytes(sealed) == bytes)
        }
    }

    @Test(
        "slots, base and log mixed from two files never make a third content",
        arguments: ProtectionClass.allCases
    )
    func mixtures(protection: ProtectionClass) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        var contents: [[UInt8]] = []
        var parts: [[[UInt8]]] = []
        for (path, letter) in [("/one", UInt8(1)), ("/two", 2)] as [(DevicePath, UInt8)] {
            let base = [UInt8](repeating: letter, count: 100)
            let sealed = try device.host.newEntry {
                try faulty.makeLog(
                    path,
                    base,
                    writes: [(10, [UInt8](repeating: letter + 10, count: 20))],
                    as: protection
                )
            }
            let bytes = try device.host.bytes(sealed)
            parts.append([
                Array(bytes[..<512]), Array(bytes[512..<1_024]), Array(bytes[1_024..<1_140]),
                Array(bytes[1_140...]),
            ])
            contents.append(try device.files.read(path))
        }
        let target = try device.host.newEntry { try device.files.write([], to: "/mixed") }
        for mask in 0..<16 {
            let mixed = (0..<4).flatMap { parts[mask >> $0 & 1][$0] }
            try device.host.put(mixed, target)
            var content: [UInt8]?
            let code = refusal { content = try device.files.read("/mixed") }
            // A header with its own base and log, the other file's slot or none beside it.
            let isWhole = [0b0000, 0b1111, 0b0001, 0b0010, 0b1110, 0b1101].contains(mask)
            if let content {
                #expect(contents.contains(content), "mask \(mask)")
                #expect(isWhole, "mask \(mask)")
            } else {
                #expect(code == .authenticationFailure, "mask \(mask)")
                #expect(mask != 0 && mask != 0b1111)
            }
        }
    }

    @Test("parts of two versions of one file make one of the two, or are refused")
    func versions() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let base = [UInt8](repeating: 5, count: 100)
        let sealed = try device.host.newEntry {
            try faulty.makeLog("/f", base, writes: [(0, [1, 1])], as: .none)
        }
        let old = try device.host.bytes(sealed)
        let oldContent = try device.files.read("/f")
        let handle = try device.files.open("/f")
        try handle.write([2, 2], at: 1)
        let full = (0..<64).map { (FaultPlan.Place.nth($0, .open), FaultPlan.Fault.diskFull) }
        try faulty.run(FaultPlan(Dictionary(uniqueKeysWithValues: full))) { try handle.close() }
        let new = try device.host.bytes(sealed)
        let newContent = try device.files.read("/f")
        #expect(oldContent != newContent)
        // Old slots under a new log: the frames beyond the anchor are whole, so they count.
        try device.host.put(Array(old[..<1_024]) + Array(new[1_024...]), sealed)
        #expect(try device.files.read("/f") == newContent)
        // New slots over an old log: shorter than its anchor.
        try device.host.put(Array(new[..<1_024]) + Array(old[1_024...]), sealed)
        #expect(refusal { try device.files.read("/f") } == .authenticationFailure)
        try device.host.put(Array(old[..<512]) + Array(new[512...]), sealed)
        #expect(try device.files.read("/f") == newContent)
        try device.host.put(
            Array(old[..<512]) + Array(new[512..<1_024]) + Array(old[1_024...]),
            sealed
        )
        #expect(refusal { try device.files.read("/f") } == .authenticationFailure)
        // Not detected, and said so: the older complete file.
        try device.host.put(old, sealed)
        #expect(try device.files.read("/f") == oldContent)
    }

    @Test("frames that are dropped, doubled or exchanged are refused")
    func frames() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let sealed = try device.host.newEntry {
            try faulty.makeLog(
                "/f",
                [9, 9, 9],
                writes: [(0, [1]), (1, [2]), (2, [3])],
                as: .completeUntilFirstUserAuthentication
            )
        }
        let bytes = try device.host.bytes(sealed)
        let head = Array(bytes[..<1_043])
        let log = Array(bytes[1_043...])
        #expect(log.count == 3 * 105)
        let frames = (0..<3).map { Array(log[$0 * 105..<($0 + 1) * 105]) }
        for order in [
            [1, 2], [0, 2], [0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0], [0, 0, 1, 2], [0, 1, 1, 2], [],
        ] {
            try device.host.put(head + order.flatMap { frames[$0] }, sealed)
            #expect(refusal { try device.files.read("/f") } == .authenticationFailure, "\(order)")
        }
        try device.host.put(head + [0, 1, 2, 2, 0].flatMap { frames[$0] }, sealed)
        #expect(try device.files.read("/f") == [1, 2, 3])
    }

    @Test("chunks cannot change places, in a file or between two")
    func chunks() throws {
        let device = try SimulatedDevice.make()
        let chunk = 16_384
        let one = [UInt8](repeating: 1, count: 3 * chunk + 10)
        let two = [UInt8](repeating: 2, count: 3 * chunk + 10)
        let first = try device.host.newEntry { try device.files.write(one, to: "/one") }
        let second = try device.host.newEntry { try device.files.write(two, to: "/two") }
        let bytes = try device.host.bytes(first)
        let foreign = try device.host.bytes(second)
        func range(_ index: Int) -> Range<Int> {
            1_024 + index * (chunk + 16)..<1_024 + (index + 1) * (chunk + 16)
        }
        for (target, source, from) in [
            (0, 1, bytes), (1, 0, bytes), (2, 0, bytes), (0, 0, foreign), (1, 1, foreign),
            (2, 2, foreign),
        ] {
            var forged = bytes
            forged.replaceSubrange(range(target), with: from[range(source)])
            try device.host.put(forged, first)
            let handle = try device.files.open("/one", .read)
            for index in 0..<4 {
                let code = refusal { try handle.read(at: UInt64(index * chunk), count: 10) }
                #expect(code == (index == target ? .authenticationFailure : nil))
            }
            #expect(refusal { try device.files.read("/one") } == .authenticationFailure)
            #expect(
                refusal { try device.files.copy("/one", to: "/copy") } == .authenticationFailure
            )
            #expect(try device.files.names(in: .root) == ["one", "two"])
            #expect(try device.files.check().damaged.map(\.path) == ["/one"])
        }
        // A whole number of chunks fewer.
        try device.host.put(Array(bytes[..<range(2).lowerBound]), first)
        #expect(refusal { try device.files.read("/one") } == .authenticationFailure)
    }

    @Test("whole files exchanged give one or the other's true content")
    func exchange() throws {
        let device = try SimulatedDevice.make()
        let one = try device.host.newEntry {
            try device.files.write([1], to: "/one", as: .complete)
        }
        let two = try device.host.newEntry {
            try device.files.write([2], to: "/two", as: ProtectionClass.none)
        }
        let bytes = try [one, two].map { try device.host.bytes($0) }
        try device.host.put(bytes[1], one)
        try device.host.put(bytes[0], two)
        #expect(try device.files.read("/one") == [2])
        #expect(try device.files.read("/two") == [1])
        #expect(try device.files.metadata(of: "/one").protection == .none)
        #expect(try device.files.check().isClean)
    }

    @Test("a file of another device is refused")
    func foreign() throws {
        let device = try SimulatedDevice.make()
        let other = try SimulatedDevice.make()
        let sealed = try device.host.newEntry { try device.files.write([1], to: "/f") }
        let foreign = try other.host.newEntry { try other.files.write([2], to: "/f") }
        try device.host.put(try other.host.bytes(foreign), sealed)
        #expect(refusal { try device.files.read("/f") } == .authenticationFailure)
        #expect(refusal { try device.files.metadata(of: "/f") } == .authenticationFailure)
    }

    @Test("flipped bits of a larger file are refused at the chunk they are in")
    func larger() throws {
        let device = try SimulatedDevice.make()
        let content = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 100) }
        let sealed = try device.host.newEntry { try device.files.write(content, to: "/f") }
        let size = try device.host.bytes(sealed).count
        let tags = [0, 1, 2].flatMap { index -> Range<Int> in
            let end = index == 2 ? size : 1_024 + (index + 1) * 16_400
            return (end - 16) * 8..<end * 8
        }
        let bits =
            isExhaustive
            ? Array(1_024 * 8..<size * 8)
            : tags + stride(from: 1_024 * 8, to: size * 8, by: 7 * 71)
        for bit in bits {
            try device.host.flip(bit: bit, of: sealed)
            defer { try? device.host.flip(bit: bit, of: sealed) }
            let damaged = min(2, (bit / 8 - 1_024) / 16_400)
            // The last chunk proves the length, so without it nothing is believed.
            guard damaged < 2 else {
                #expect(refusal { try device.files.open("/f") } == .authenticationFailure)
                continue
            }
            let handle = try device.files.open("/f", .read)
            for index in 0..<3 {
                let start = index * 16_384
                var read: [UInt8]?
                let code = refusal { read = try handle.read(at: UInt64(start), count: 64) }
                if index == damaged {
                    #expect(code == .authenticationFailure, "bit \(bit)")
                } else {
                    #expect(read == Array(content[start..<start + 64]), "bit \(bit)")
                }
            }
            try handle.close()
        }
        #expect(try device.files.read("/f") == content)
    }

    @Test(
        "a header forged under the volume key cannot end a file early",
        arguments: [0, 1, 16_384, 20_000, 32_768, 39_999],
        [false, true]
    )
    func forgedLength(length: Int, isLogged: Bool) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        let content = [UInt8](repeating: 3, count: 40_000)
        let sealed = try device.host.newEntry {
            if isLogged {
                let write = (offset: UInt64(39_000), bytes: [UInt8](repeating: 4, count: 2_000))
                try faulty.makeLog("/f", content, writes: [write], as: .complete)
            } else {
                try device.files.write(content, to: "/f", as: .complete)
            }
        }
        let forged = try forge(
            device.host.bytes(sealed),
            to: length,
            isLogged: isLogged,
            device.holder.volumeKeys()
        )
        try device.host.put(forged, sealed)
        #expect(refusal { try device.files.read("/f") } == .authenticationFailure)
        #expect(refusal { try device.files.open("/f") } == .authenticationFailure)
        #expect(refusal { try device.files.copy("/f", to: "/g") } == .authenticationFailure)
        let code = refusal {
            let handle = try device.files.open("/f", .read)
            for count in [10, 2 << 20] {
                #expect(
                    refusal { try handle.read(at: 35_000, count: count) } == .authenticationFailure
                )
            }
        }
        #expect(code == nil || code == .authenticationFailure)
    }

    /// A sealed file of 40,000 bytes whose base ends at `length`, with a header that authenticates.
    private func forge(
        _ bytes: [UInt8],
        to length: Int,
        isLogged: Bool,
        _ keys: VolumeKeys
    ) throws -> [UInt8] {
        // Base length at 64; of the anchor the number at 72 and the end at 80.
        var slot = Array(bytes[..<480])
        let end = 1_024 + length + (length / 16_384 + 1) * 16
        let log = Array(bytes[(1_024 + 40_000 + 3 * 16)...])
        for index in 0..<8 {
            slot[64 + index] = UInt8(truncatingIfNeeded: length >> (8 * index))
            if isLogged {
                slot[80 + index] = UInt8(truncatingIfNeeded: (end + log.count) >> (8 * index))
            }
        }
        slot += try KeyedHash.code(
            of: slot.span.bytes,
            count: 32,
            key: keys.bytes,
            keyOffset: VolumeKeys.headerOffset
        )
        return slot + slot + Array(bytes[1_024..<end]) + log
    }
}
