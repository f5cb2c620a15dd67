import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The device key, sealed by a TPM")
struct TPMDeviceKeySourceTests {
    private let memory = InMemoryFileSystem(now: { (0, 0) })
    private let chip = MemoryChip()
    private let arena = SecureArena()
    private let device: DeviceID

    init() throws {
        device = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: 16)))
        try memory.makeDirectory("/keys", in: nil, permissions: 0o700)
    }

    private func source(
        _ name: String = "key",
        boundTo list: String? = nil
    ) throws
        -> TPMDeviceKeySource
    {
        TPMDeviceKeySource(
            folder: "/keys",
            name: name,
            on: memory,
            chip: chip,
            boundTo: try list.map { try #require(PCRSelection(list: $0)) } ?? .none
        )
    }

    @discardableResult
    private func create(
        _ source: TPMDeviceKeySource,
        for device: DeviceID? = nil
    ) throws
        -> SecretBox
    {
        SecretBox(
            try source.create(
                for: device ?? self.device,
                random: SystemRandomSource(),
                arena: arena
            )
        )
    }

    private func load(_ source: TPMDeviceKeySource) throws -> SecretBox {
        SecretBox(try source.load(for: device, arena: arena))
    }

    @Test("comes back as it was made, in the group of device keys, and is not in the file")
    func roundTrip() throws {
        let source = try source()
        let key = try create(source)
        let loaded = try load(source)
        #expect(try loaded.secret.isEqual(to: key.secret))
        #expect(loaded.secret.group == .device && key.secret.group == .device)
        let file = try HostFiles(memory).bytes("/keys/key")
        let bytes = try key.secret.withBytes { $0.array }
        #expect(!(0...file.count - 32).contains { Array(file[$0..<$0 + 32]) == bytes })
        #expect(
            try SealedKeyFile.find(inFolder: "/keys", name: "key", on: memory)?.address == "memory"
        )
        #expect(refusal { try create(source) } == .alreadyExists)
    }

    @Test(
        "is missing, another device's, damaged, another chip's or without its chip: each its word"
    )
    func refusals() throws {
        let source = try source()
        #expect(refusal { _ = try load(source) } == .deviceKeyMissing)
        try create(source)
        let host = HostFiles(memory)
        let file = try host.bytes("/keys/key")
        chip.setPresence(false)
        #expect(refusal { _ = try load(source) } == .chipUnavailable)
        chip.setPresence(true)
        // The key of another device, under this one's id.
        let other = try #require(DeviceID(bytes: [UInt8](repeating: 8, count: 16)))
        try create(try self.source("other"), for: other)
        let foreign = try host.bytes("/keys/other")
        var broken = [foreign, Array(file.dropLast()), file + [0], Array("PTTPMKEY".utf8), []]
        broken.append(Array(file.prefix(26)) + Array(foreign.dropFirst(26)))
        for bytes in broken {
            try host.put(bytes, "/keys/key")
            #expect(refusal { _ = try load(source) } == .authenticationFailure)
        }
        try host.put(file, "/keys/key")
        _ = try load(source)
        chip.clear()
        #expect(refusal { _ = try load(source) } == .authenticationFailure)
    }

    @Test("opens only with the registers of then")
    func registers() throws {
        let source = try source(boundTo: "7")
        try create(source)
        chip.extend(8)
        _ = try load(source)
        chip.extend(7)
        #expect(refusal { _ = try load(source) } == .authenticationFailure)
    }

    @Test("is destroyed with its record, without the chip, and another's file is left alone")
    func destroyed() throws {
        let source = try source()
        try create(source)
        try source.storeAttempts([UInt8](repeating: 1, count: 512), for: device)
        #expect(try source.loadAttempts(for: device)?.count == 512)
        chip.setPresence(false)
        let other = try #require(DeviceID(bytes: [UInt8](repeating: 8, count: 16)))
        #expect(refusal { try source.destroy(for: other) } == .authenticationFailure)
        try source.destroy(for: device)
        try source.destroy(for: device)
        #expect(try HostFiles(memory).names("/keys").isEmpty)
        #expect(try SealedKeyFile.find(inFolder: "/keys", name: "key", on: memory) == nil)
    }
}
