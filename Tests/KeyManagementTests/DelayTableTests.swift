import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Delays after wrong passcodes")
struct DelayTableTests {
    /// Seconds to wait after the first, second, … distinct wrong passcode in a row.
    private static let tables: [(DelayTable, [Int])] = [
        (.classic, [0, 0, 0, 0, 60, 300, 900, 900, 3_600, 3_600, 3_600, 3_600]),
        (.modern, [0, 0, 0, 60, 300, 900, 3_600, 10_800, 28_800, 28_800, 28_800, 28_800]),
        (.none, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]

    @Test("wrong passcodes delay as the table says", arguments: tables)
    func delays(table: DelayTable, seconds: [Int]) throws {
        let device = try SimulatedDevice.make(isUnlocked: false, changing: { $0.delays = table })
        for (index, wait) in seconds.enumerated() {
            #expect(refusal { try device.unlock("wrong \(index)") } == .passcodeIncorrect)
            let status = try device.holder.status()
            #expect(status.failedAttempts == UInt32(index + 1))
            #expect(status.retryAfter == (wait == 0 ? nil : .seconds(wait)))
            guard wait > 0 else { continue }
            device.advance(by: .seconds(wait) - .milliseconds(1))
            #expect(refusal { try device.unlock() } == .passcodeDelayed)
            device.advance(by: .milliseconds(1))
        }
        try device.unlock()
        let status = try device.holder.status()
        #expect(status.failedAttempts == 0)
        #expect(status.retryAfter == nil)
    }

    @Test("names lead to tables and back", arguments: DelayTable.allCases)
    func names(table: DelayTable) {
        #expect(DelayTable(named: table.name) == table)
        #expect(DelayTable(named: table.name.uppercased()) == nil)
        #expect(DelayTable(named: "") == nil)
    }

    @Test("a lost record counts as the longest delay")
    func longest() {
        #expect(DelayTable.classic.longest == .seconds(3_600))
        #expect(DelayTable.modern.longest == .seconds(28_800))
        #expect(DelayTable.none.longest == nil)
        #expect(DelayTable.classic.delay(afterFailures: .max) == .seconds(3_600))
        #expect(DelayTable.classic.delay(afterFailures: 0) == nil)
    }
}
