import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Files whose inode has a second name on the host")
struct HostLinkTests {
    private static let backup = "/backup"
    private let faulty: FaultyDevice
    private var device: SimulatedDevice { faulty.device }
    private var files: FileStore { faulty.device.files }

    init() throws {
        faulty = try FaultyDevice()
    }

    /// A file, its entry on the host, and what a backup by hard link has of it.
    private func makeLinked(
        _ protection: ProtectionClass
    ) throws -> (entry: String, backup: [UInt8]) {
        try files.write([1, 2], to: "/f", as: protection)
        try files.setMode(0o640, of: "/f")
        try files.setModified(Timestamp(seconds: 1_000, nanoseconds: 5), of: "/f")
        let entry = try device.host.onlyEntry()
        try device.host.addName(entry, Self.backup)
        return (entry, try device.host.bytes(Self.backup))
    }

    @Test("its mode changes in a copy that keeps all else", arguments: ProtectionClass.allCases)
    func mode(protection: ProtectionClass) throws {
        let (entry, backup) = try makeLinked(protection)
        try files.setMode(0o600, of: "/f")
        let metadata = try files.metadata(of: "/f")
        #expect(metadata.mode == 0o600)
        #expect(metadata.protection == protection)
        #expect(metadata.modified == Timestamp(seconds: 1_000, nanoseconds: 5))
        #expect(try files.read("/f") == [1, 2])
        #expect(try device.host.bytes(Self.backup) == backup)
        #expect(try device.host.bytes(entry)[40..<56] != backup[40..<56], "another file id")
        #expect(try files.check().isClean)
    }

    @Test("while its key cannot be had, it stays as it is")
    func locked() throws {
        let (entry, backup) = try makeLinked(.complete)
        try device.lock()
        #expect(refusal { try files.setMode(0o600, of: "/f") } == .protectedDataUnavailable)
        #expect(refusal { try files.setProtection(.none, of: "/f") } == .protectedDataUnavailable)
        #expect(try files.metadata(of: "/f").mode == 0o640)
        #expect(try device.host.bytes(Self.backup) == backup)
        #expect(try device.host.bytes(entry) == backup)
        #expect(try device.host.leftovers() == [])
    }

    @Test("while it is open, it waits", arguments: [true, false])
    func open(isSameProcess: Bool) throws {
        let (entry, backup) = try makeLinked(.complete)
        let store = isSameProcess ? files : try device.secondStore()
        let handle = try store.open("/f", .read)
        for change in [
            { try files.setMode(0o600, of: "/f") },
            { try files.setProtection(.none, of: "/f") },
        ] as [() throws -> Void] {
            let error = #expect(throws: ProtectionError.self) { try change() }
            #expect(error?.code == .busy)
            #expect(error?.message.contains("open") == true, "\(error?.message ?? "")")
        }
        #expect(try device.host.bytes(entry) == backup)
        try handle.close()
        try files.setMode(0o600, of: "/f")
        #expect(try device.host.bytes(Self.backup) == backup)
    }

    @Test("a change that changes nothing makes no copy, in any state", arguments: [false, true])
    func nothing(isLocked: Bool) throws {
        let (entry, backup) = try makeLinked(.complete)
        if isLocked { try device.lock() }
        try files.setMode(0o640, of: "/f")
        try files.setProtection(.complete, of: "/f")
        #expect(try device.host.bytes(entry) == backup)
        #expect(try device.host.bytes(Self.backup) == backup)
    }

    @Test("a repair does not write to it: unequal slots stay and are named")
    func slots() throws {
        let (entry, _) = try makeLinked(.complete)
        try device.host.flip(bit: 700, of: entry)
        let bytes = try device.host.bytes(entry)
        let report = try files.check(repairing: true)
        #expect(report.damaged.map(\.code) == [.authenticationFailure])
        #expect(report.repaired.isEmpty)
        #expect(try device.host.bytes(entry) == bytes)
        // Writing copies it, and that mends the copy.
        try files.setMode(0o600, of: "/f")
        #expect(try files.check().isClean)
        #expect(try device.host.bytes(Self.backup) == bytes)
    }

    @Test("a repair does not cut a torn tail off it")
    func tail() throws {
        let (entry, backup) = try makeLinked(.complete)
        try device.host.overwrite(backup + [1, 2, 3], entry)
        let report = try files.check(repairing: true)
        #expect(report.isClean)
        #expect(report.notes.map(\.path) == ["/f"])
        #expect(report.repaired.isEmpty)
        #expect(try device.host.bytes(Self.backup) == backup + [1, 2, 3])
    }
}
