import DeviceSimulation
import FoundationEssentials
import PolicyAudit
import ProtectedStore
import TestSupport
import Testing

@Suite("devices that are audited")
struct AuditedDeviceTests {
    @Test("a device's files are held against the policy, and stand in the inventory")
    func drift() throws {
        let device = try SimulatedDevice()
        try device.files.write(
            [1, 2, 3],
            to: "/token.bin",
            as: .completeUntilFirstUserAuthentication
        )
        let policy = PolicySource.text(
            """
            policy: 1
            name: own
            kinds:
              token: {sensitivity: credential, class: complete, paths: ["/token.bin"]}
            """,
            named: "own.yml"
        )
        var runner = try AuditRunner(policies: [policy], today: CalendarDay(.distantPast))
        // A device's findings are told whatever changed in sources.
        runner.changedPaths = []
        let audit = try runner.run(devices: [
            AuditedDevice(device.files, name: "phone", hasPasscode: false)
        ])
        #expect(audit.findings.map(\.rule).contains("policy.store-drift"))
        #expect(audit.inventory.map(\.path) == ["/token.bin"])
        #expect(audit.inventory.map(\.kind) == ["token"])
        #expect(audit.inventory.allSatisfy { $0.isReadableWhileLocked && $0.byteCount == 3 })
    }
}
