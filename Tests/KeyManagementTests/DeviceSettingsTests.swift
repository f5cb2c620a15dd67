import DeviceSimulation
import KeyManagement
import ProtectionModel
import TestSupport
import Testing

@Suite("The settings that a device is made with")
struct DeviceSettingsTests {
    private static let times: [@Sendable (inout DeviceSettings, Duration) -> Void] = [
        { $0.grace = $1 }, { $0.autoLock = $1 }, { $0.inactivityReboot = $1 },
        { $0.userInactiveAfter = $1 },
    ]

    @Test(
        "a time that cannot be kept makes no device",
        arguments: [.seconds(3_153_600_001), .milliseconds(Int64.max), .seconds(-1)] as [Duration]
    )
    func refused(time: Duration) {
        for set in Self.times {
            let code = refusal { try SimulatedDevice.make(changing: { set(&$0, time) }) }
            #expect(code == .invalidArgument)
        }
    }

    @Test("with times of a hundred years a device restarts and locks")
    func longest() throws {
        let device = try SimulatedDevice.make { settings in
            for set in Self.times { set(&settings, .longestKept) }
        }
        try device.rebootAndUnlock()
        try device.holder.lock(skippingGrace: false)
        #expect(try device.holder.status().state == .locking)
    }
}
