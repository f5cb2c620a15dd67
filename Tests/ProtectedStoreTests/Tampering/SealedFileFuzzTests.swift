import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

/// Mutants of what lies on the disk, as they are and with codes made again by a holder of the
/// volume key: nothing may crash, and no content may be another than the true one.
@Suite("Fuzzing sealed files")
struct SealedFileFuzzTests {
    private static let refusals: [ErrorCode] = [.authenticationFailure, .unsupportedVersion]
    private static let seeds: Range<UInt64> = 0..<4
    private static var count: Int { Mutator.iterationCount / seeds.count }

    @Test("file headers", arguments: seeds)
    func header(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let faulty = try FaultyDevice()
        let device = faulty.device
        let specimen = Specimen(
            protection: ProtectionClass.allCases[Int(seed) % 5],
            hasLog: seed % 2 == 0,
            hasLongName: false
        )
        let sealed = try specimen.make(on: faulty)
        let whole = try device.host.bytes(sealed)
        let slot = Array(whole[..<512])
        for round in 0..<Self.count {
            var first = mutator.damage(slot, in: 0..<512)
            if round % 4 != 0 { first = try device.coded(first, VolumeKeys.headerOffset) }
            let second = round % 3 == 0 ? slot : first
            try device.host.put(first + second + whole[1_024...], sealed)
            try expectTrueOrRefused(device, specimen, "seed \(seed), round \(round)")
        }
    }

    private func expectTrueOrRefused(
        _ device: SimulatedDevice,
        _ specimen: Specimen,
        _ comment: Comment
    ) throws {
        var content: [UInt8]?
        let code = refusal { content = try device.files.read(specimen.path) }
        let isRefused = code.map(Self.refusals.contains) ?? false
        #expect(
            content == Specimen.content || isRefused,
            "\(comment): \(String(describing: code)), \(String(describing: content))"
        )
        let status = refusal { try device.files.metadata(of: specimen.path) }
        #expect(status.map(Self.refusals.contains) ?? true, comment)
        #expect(refusal { try device.files.check() } == nil, comment)
    }

    @Test("folder records", arguments: seeds)
    func folder(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let device = try SimulatedDevice.make()
        let folder = try device.host.newEntry { try device.files.makeDirectory("/p") }
        try device.files.write([1], to: "/p/file", as: ProtectionClass.none)
        let whole = try device.host.bytes(folder + "/.folder")
        let slot = Array(whole[..<512])
        for round in 0..<Self.count {
            var first = mutator.damage(slot, in: 0..<512)
            if round % 4 != 0 { first = try device.coded(first, VolumeKeys.folderOffset) }
            let bytes =
                round % 7 == 0 ? mutator.mutate(whole) : first + (round % 3 == 0 ? slot : first)
            try device.host.put(bytes, folder + "/.folder")
            let files = try device.secondStore()
            var content: [UInt8]?
            let code = refusal { content = try files.read("/p/file") }
            let codes = Self.refusals + [.notFound]
            #expect(content == [1] || code.map(codes.contains) == true, "seed \(seed), \(round)")
            #expect(refusal { try files.names(in: "/p") }.map(Self.refusals.contains) ?? true)
            #expect(refusal { try files.check() } == nil)
        }
    }

    @Test("logs", arguments: seeds)
    func log(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let faulty = try FaultyDevice()
        let device = faulty.device
        let specimen = Specimen(protection: .none, hasLog: true, hasLongName: false)
        let sealed = try specimen.make(on: faulty)
        let whole = try device.host.bytes(sealed)
        let start = 1_024 + 15 + 16
        let fileID = Array(whole[40..<56])
        for round in 0..<Self.count {
            var log = Array(whole[start...])
            if round % 4 == 0 {
                log = mutator.mutate(log)
            } else {
                // A frame's clear header, with its code made anew; sometimes behind the anchor.
                let position = round % 2 == 0 ? 0 : log.count
                if position > 0 { log += log[..<105] }
                log = mutator.damage(log, in: position..<position + 72)
                let coded = fileID + log[position..<position + 72]
                let code = try KeyedHash.code(
                    of: coded.span.bytes,
                    count: 16,
                    key: device.holder.volumeKeys().bytes,
                    keyOffset: VolumeKeys.frameOffset
                )
                log.replaceSubrange(position + 72..<position + 88, with: code)
            }
            try device.host.put(whole[..<start] + log, sealed)
            try expectTrueOrRefused(device, specimen, "seed \(seed), round \(round)")
        }
    }

    @Test("whole sealed files", arguments: seeds)
    func wholeFile(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let faulty = try FaultyDevice()
        let device = faulty.device
        let specimen = Specimen(protection: .complete, hasLog: seed % 2 == 0, hasLongName: false)
        let sealed = try specimen.make(on: faulty)
        let whole = try device.host.bytes(sealed)
        for round in 0..<Self.count {
            try device.host.put(mutator.mutate(whole), sealed)
            try expectTrueOrRefused(device, specimen, "seed \(seed), round \(round)")
            guard round % 50 == 0 else { continue }
            // Writers too refuse what is damaged, or mend it.
            let code = refusal {
                let handle = try device.files.open(specimen.path)
                #expect(try handle.read(at: 0, count: 99) == Specimen.content)
                try handle.close()
            }
            #expect(code.map(Self.refusals.contains) ?? true)
        }
    }

    @Test("sealed names", arguments: seeds)
    func names(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let device = try SimulatedDevice.make()
        let entry = try device.host.newEntry { try device.files.write([1], to: "/file") }
        let name = Array(entry.dropFirst(HostFiles.tree.count + 1).utf8)
        for round in 0..<Self.count {
            let bytes = mutator.mutate(name).filter { $0 != 0 && $0 != UInt8(ascii: "/") }
            var planted = String(decoding: bytes.prefix(240), as: UTF8.self)
            if round % 5 == 0 { planted = String(planted.prefix(50)) + ".long" }
            guard planted.utf8.count < 255, !planted.isEmpty, planted != ".", planted != "..",
                !planted.hasPrefix("."), HostFiles.tree + "/" + planted != entry
            else { continue }
            try device.host.put(
                round % 2 == 0 ? [1] : mutator.randomBytes(30),
                HostFiles.tree + "/" + planted
            )
            if round % 5 == 0 {
                try device.host.put(
                    mutator.randomBytes(mutator.number(below: 300)),
                    HostFiles.tree + "/.name-" + planted.dropLast(5)
                )
            }
            #expect(try device.files.names(in: .root) == ["file"], "seed \(seed): \(planted)")
            #expect(try device.files.check().damaged.count == 1, "seed \(seed): \(planted)")
            try device.host.remove(HostFiles.tree + "/" + planted)
            if round % 5 == 0 {
                try device.host.remove(HostFiles.tree + "/.name-" + planted.dropLast(5))
            }
        }
        #expect(try device.files.read("/file") == [1])
    }
}
