import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A device whose key a TPM seals")
struct SealedDeviceTests {
    private static let mark = "/device/.erased"

    private let memory = InMemoryFileSystem(now: { (0, 0) })
    private let chip = MemoryChip()
    private let device: DeviceID
    private let source: TPMDeviceKeySource

    init() throws {
        try memory.makeDirectory("/keys", in: nil, permissions: 0o700)
        let source = TPMDeviceKeySource(
            folder: "/keys",
            name: "key",
            on: memory,
            chip: chip,
            boundTo: try #require(PCRSelection(list: "7"))
        )
        self.source = source
        let maker = DeviceMaker(on: memory, random: SystemRandomSource(), arena: SecureArena())
        device = try maker.make(
            "device",
            in: "/",
            settings: DeviceSettings(),
            rootProtection: .complete,
            passcode: nil,
            keySource: { _ in source }
        )
    }

    private func boot() throws -> KeyHolder {
        let holder = try KeyHolder(
            try DeviceDirectory("/device", on: memory),
            keySource: source,
            clock: VirtualClock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        try holder.boot()
        return holder
    }

    @Test("boots, and is erased, with the key that only the chip opens")
    func life() throws {
        #expect(try boot().status().state == .unlocked)
        try boot().erase()
        #expect(try HostFiles(memory).names("/keys").isEmpty)
        #expect(refusal { _ = try boot() } == .deviceErased)
    }

    enum Absence: CaseIterable { case gone, otherStart, cleared }

    @Test(
        "a planted mark of an erase destroys nothing while the chip does not open the key",
        arguments: Absence.allCases
    )
    func planted(absence: Absence) throws {
        let code = [UInt8](repeating: 1, count: 32)
        let mark = Array("PTERASED".utf8) + [1, 0] + device.bytes + code
        try HostFiles(memory).put(mark, Self.mark)
        let file = try HostFiles(memory).bytes("/keys/key")
        switch absence {
        case .gone: chip.setPresence(false)
        case .otherStart: chip.extend(7)
        case .cleared: chip.clear()
        }
        #expect(refusal { _ = try boot() } != .deviceErased)
        #expect(try HostFiles(memory).bytes("/keys/key") == file)
    }
}
