import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing

@Suite("What comes before the first unlock, until it is seen after it (rows N-23, N-24, N-28)")
struct EarlyRows {
    enum Moment: CaseIterable {
        case before, unlocked, locked
    }

    /// A device that was just started, to which something has come.
    private func phone(_ bodies: [String]) async throws -> NotifiedPhone {
        let phone = try NotifiedPhone(previews: .always)
        try phone.enter(.beforeFirstUnlock)
        for body in bodies { try await phone.push(body, as: "a") }
        return phone
    }

    private func enter(_ moment: Moment, _ phone: NotifiedPhone) throws {
        guard moment != .before else { return }
        try phone.device.unlock()
        if moment == .locked { try phone.enter(.locked) }
    }

    @Test(
        "what is removed before anybody has seen it does not come back",
        arguments: [["one"], ["one", "two"]],
        Moment.allCases
    )
    func removed(bodies: [String], moment: Moment) async throws {
        let phone = try await phone(bodies)
        try enter(moment, phone)
        try phone.center.removeDelivered(["a"])
        #expect(try phone.classes(".early") == [])
        if moment != .unlocked { try phone.device.unlock() }
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test("what is removed does not come back as what it had taken the place of")
    func removedSuccessor() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try await phone.push("zero", as: "a")
        try phone.enter(.beforeFirstUnlock)
        try await phone.push("one", as: "a")
        try phone.center.removeDelivered(["a"])
        try phone.device.unlock()
        #expect(try phone.center.delivered().isEmpty)
        #expect(try phone.classes(".C") == [])
    }

    @Test("N-27: a power loss leaves it or nothing, and never what it had taken the place of")
    func powerLoss() async throws {
        let trial = try FaultyDevice()
        let phone = try NotifiedPhone(trial.device, previews: .always)
        try await phone.push("zero", as: "a")
        try phone.enter(.beforeFirstUnlock)
        try await phone.push("one", as: "a")
        let removal = try trial.snapshots { try phone.center.removeDelivered(["a"]) }
        for (call, snapshot) in removal.enumerated() {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                let bodies = try bodies(after: snapshot.crash(choice), phone)
                #expect(bodies == ["one"] || bodies == [], "call \(call)")
            }
        }
        try await phone.push("two", as: "a")
        try phone.device.unlock()
        let look = try trial.snapshots { _ = try phone.bodies() }
        for (call, snapshot) in look.enumerated() {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                #expect(try bodies(after: snapshot.crash(choice), phone) == ["two"], "call \(call)")
            }
        }
    }

    private func bodies(
        after crash: InMemoryFileSystem,
        _ phone: NotifiedPhone
    ) throws -> [String] {
        let restarted = try RestartedDevice(on: crash)
        try restarted.unlock()
        return try NotifiedPhone(restarted: restarted, as: phone).bodies()
    }

    @Test("what comes later takes its place, be it seen or not", arguments: Moment.allCases)
    func replaced(moment: Moment) async throws {
        let phone = try await phone(["one"])
        try enter(moment, phone)
        try await phone.push("two", as: "a")
        if moment == .before { #expect(try phone.classes(".early").count == 1) }
        if moment != .unlocked { try phone.device.unlock() }
        #expect(try phone.bodies() == ["two"])
    }

    @Test("what another program has removed shows no longer")
    func removedElsewhere() async throws {
        let phone = try await phone(["one"])
        #expect(try phone.bodies() == ["one"])
        try DeviceNotifications(phone.device).center(of: phone.mail).removeDelivered(["a"])
        #expect(try phone.bodies() == [])
    }

    @Test("no more show than are kept")
    func limit() async throws {
        let phone = try await phone([])
        for number in 0..<103 { try await phone.push("\(number)", as: "\(number)") }
        #expect(try phone.bodies().count == 100)
    }
}
