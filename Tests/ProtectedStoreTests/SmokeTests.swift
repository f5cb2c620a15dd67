import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import Testing

@Suite("smoke")
struct SmokeTests {
    @Test("everything once")
    func everything() throws {
        let device = try SimulatedDevice(.init(passcode: "2580"))
        let a = try DevicePath("/inbox/a.db")
        #expect(throws: StoreError(.protectedDataUnavailable, "")) {
            try device.files.write([1, 2, 3], to: DevicePath("/x"))
        }
        try device.unlock("2580")
        try device.files.makeDirectory(DevicePath("/inbox"))
        try device.files.write(Array("hello".utf8), to: a, as: .complete)
        #expect(try device.files.read(a) == Array("hello".utf8))
        let handle = try device.files.open(a, .readWrite)
        try handle.write(Array("J".utf8), at: 0)
        #expect(try handle.read(at: 0, count: 100) == Array("Jello".utf8))
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(10))
        #expect(throws: StoreError(.protectedDataUnavailable, "")) {
            try handle.read(at: 0, count: 5)
        }
        #expect(throws: StoreError(.protectedDataUnavailable, "")) { try device.files.read(a) }
        #expect(try device.files.names(in: DevicePath("/inbox")) == ["a.db"])
        #expect(try device.files.metadata(of: a).size == 5)
        let b = try DevicePath("/inbox/b.db")
        try device.files.write(Array("new".utf8), to: b, as: .completeUnlessOpen)
        #expect(throws: StoreError(.protectedDataUnavailable, "")) { try device.files.read(b) }
        try device.unlock("2580")
        #expect(try handle.read(at: 0, count: 5) == Array("Jello".utf8))
        #expect(try device.files.read(b) == Array("new".utf8))
        try handle.close()
        #expect(try device.files.check().isClean)
        let big = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try device.files.write(big, to: DevicePath("/big"))
        #expect(try device.files.read(DevicePath("/big")) == big)
        try device.files.rename(a, to: DevicePath("/c"))
        try device.files.copy(DevicePath("/c"), to: DevicePath("/d"))
        #expect(try device.files.metadata(of: DevicePath("/d")).protection == .complete)
        try device.files.setProtection(.none, of: DevicePath("/d"))
        try device.files.remove(DevicePath("/c"))
        try device.crash()
        #expect(try device.files.names(in: .root) == ["big", "d", "inbox"])
        #expect(try device.files.read(DevicePath("/d")) == Array("Jello".utf8))
        print(device.takeEvents().map(\.kind))
        try device.unlock("2580")
        #expect(try device.files.check().isClean)
        try device.files.removeTree(DevicePath("/inbox"))
        #expect(try device.files.names(in: .root) == ["big", "d"])
        try device.holder.erase()
        #expect(throws: StoreError(.deviceErased, "")) { try device.files.names(in: .root) }
    }
}
