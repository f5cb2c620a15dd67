import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("A check during which the keys go")
struct InterruptedCheckTests {
    private let device: SimulatedDevice

    init() throws {
        device = try .make()
        for path in ["/a", "/b", "/c"] as [DevicePath] {
            try device.files.write([1], to: path, as: .complete)
        }
    }

    @Test("fails when the device goes off, and calls no file damaged", arguments: ["/", "/b"])
    func shutDown(path: String) throws {
        #expect(throws: ProtectionError(.deviceOff, "")) {
            try device.files.check(DevicePath(path)) { path in
                if path == "/b" { try? device.holder.shutDown() }
            }
        }
    }

    @Test("skips after a restart what is locked then")
    func restart() throws {
        let report = try device.files.check { path in
            if path == "/b" { try? device.holder.reboot() }
        }
        #expect(report.damaged.isEmpty)
        #expect(report.skippedLocked > 0)
        #expect(report.checked == 4)
    }

    @Test("whenever it restarts, no file is called damaged")
    func restartAtAnyCall() throws {
        func makeDevice() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            try faulty.device.files.write([1], to: "/a", as: .complete)
            return faulty
        }
        let measured = try makeDevice()
        let calls = try measured.callCount { _ = try measured.device.files.check("/a") }
        for index in 0..<calls {
            let faulty = try makeDevice()
            let holder = faulty.device.holder
            try faulty.run(FaultPlan { at, _ in if at == index { try? holder.reboot() } }) {
                let report = try faulty.device.files.check("/a")
                #expect(report.damaged.isEmpty, "call \(index): \(report.damaged)")
            }
        }
    }
}
