import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Saving, copying and moving between classes")
struct SavingTests {
    private let device: SimulatedDevice
    private let old = Array("old".utf8)
    private let new = Array("new".utf8)

    init() throws {
        device = try .make()
        try device.files.write(old, to: "/a", as: .complete)
        try device.files.makeDirectory("/c", as: .completeUntilFirstUserAuthentication)
    }

    @Test("row 55: an atomic save as class D over a locked class A file succeeds")
    func saveOverLocked() throws {
        try device.lock()
        try device.files.write(new, to: "/a", as: ProtectionClass.none)
        #expect(try device.files.metadata(of: "/a").protection == .none)
        #expect(try device.files.read("/a") == new)
    }

    @Test("row 56: an atomic save without a class takes the folder's, not the old file's")
    func saveWithoutClass() throws {
        try device.files.write(new, to: "/a")
        #expect(
            try device.files.metadata(of: "/a").protection
                == .completeUntilFirstUserAuthentication
        )
    }

    @Test("writing into the file instead keeps its class")
    func overwriting() throws {
        try device.files.overwrite(new, to: "/a")
        #expect(try device.files.metadata(of: "/a").protection == .complete)
        #expect(try device.files.read("/a") == new)
    }

    @Test("row 59: a copy in a class C folder is class A like its source")
    func copy() throws {
        try device.files.setMode(0o644, of: "/a")
        try device.files.copy("/a", to: "/c/copy")
        #expect(try device.files.metadata(of: "/c/copy").protection == .complete)
        #expect(try device.files.metadata(of: "/c/copy").mode == 0o644)
        #expect(try device.files.read("/c/copy") == old)
    }

    @Test("row 59: a copy of a locked file is refused and leaves nothing")
    func copyLocked() throws {
        try device.lock()
        #expect(
            refusal { try device.files.copy("/a", to: "/c/copy") } == .protectedDataUnavailable
        )
        #expect(try device.files.names(in: "/c") == [])
    }

    @Test("row 60: a file moved into a class C folder stays class A")
    func move() throws {
        try device.files.rename("/a", to: "/c/moved")
        #expect(try device.files.metadata(of: "/c/moved").protection == .complete)
        try device.lock()
        #expect(refusal { try device.files.read("/c/moved") } == .protectedDataUnavailable)
    }
}
