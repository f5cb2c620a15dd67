import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Handles as a database uses them")
struct LentHandleTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    @Test("borrowed bytes are written as others are")
    func lentBytes() throws {
        let handle = try files.open("/f", creating: true, as: .complete)
        let bytes: [UInt8] = [1, 2, 3]
        try handle.write(bytes.span.bytes, at: 2)
        #expect(try handle.read(at: 0, count: 10) == [0, 0, 1, 2, 3])
        try device.lock()
        #expect(refusal { try handle.write(bytes.span.bytes, at: 0) } == .protectedDataUnavailable)
    }

    @Test("asking for access needs the key, also of a handle that only reads")
    func access() throws {
        try files.write([1], to: "/f", as: .complete)
        for mode in [ProtectedFile.Mode.read, .readWrite] {
            let handle = try files.open("/f", mode)
            try handle.checkAccess()
            try device.lock()
            #expect(refusal { try handle.checkAccess() } == .protectedDataUnavailable)
            try device.unlock()
            try handle.checkAccess()
            try handle.close()
            #expect(refusal { try handle.checkAccess() } == .handleClosed)
        }
    }

    @Test("handles on one file share its identifier, also after a fold, and others do not")
    func identifiers() throws {
        let first = try files.open("/f", creating: true)
        let second = try files.open("/f", .read)
        let other = try files.open("/g", creating: true)
        #expect(first.openFileID == second.openFileID)
        #expect(first.openFileID != other.openFileID)
        try files.remove("/f")
        let successor = try files.open("/f", creating: true)
        #expect(first.openFileID != successor.openFileID)
        try first.close()
        #expect(first.openFileID == nil)
    }

    @Test("a path leads to a handle's file until something else has the name")
    func leading() throws {
        let handle = try files.open("/f", creating: true)
        #expect(files.leads("/f", to: handle))
        try files.rename("/f", to: "/g")
        #expect(!files.leads("/f", to: handle))
        #expect(files.leads("/g", to: handle))
        try files.write([1], to: "/g")
        #expect(!files.leads("/g", to: handle))
        #expect(!files.leads("/missing/g", to: handle))
    }

    @Test("without folding a close leaves the log, and nothing is lost", arguments: [false, true])
    func unfolded(isFolding: Bool) throws {
        let handle = try files.open("/f", creating: true)
        try handle.write([1, 2, 3], at: 0)
        let before = try device.host.onlyEntry()
        let count = try device.host.bytes(before).count
        try handle.close(folding: isFolding)
        // A fold needs less room than base and log.
        #expect(try (device.host.bytes(device.host.onlyEntry()).count < count) == isFolding)
        #expect(try files.read("/f") == [1, 2, 3])
        let again = try files.open("/f")
        try again.append([4])
        try again.close()
        #expect(try files.read("/f") == [1, 2, 3, 4])
    }
}
