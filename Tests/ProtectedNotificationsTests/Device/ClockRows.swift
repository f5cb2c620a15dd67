import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import TestSupport
import Testing

@Suite("A clock that was not set when something came (rows N-24, N-46)")
struct ClockRows {
    private let now = Timestamp(seconds: 1_800_000_000)
    private let week: Duration = .seconds(7 * 24 * 3_600)

    private func unsetPhone() throws -> NotifiedPhone {
        let phone = try NotifiedPhone(previews: .whenUnlocked)
        phone.device.clock.set(wallTime: Timestamp(seconds: 60))
        return phone
    }

    private func pass(_ time: Duration, _ phone: NotifiedPhone) throws {
        phone.device.advance(by: time)
        try phone.device.unlock()
    }

    @Test(
        "what came before it was set is kept for a week from then on",
        arguments: [LockState.unlocked, .locked, .beforeFirstUnlock]
    )
    func notifications(state: LockState) async throws {
        let phone = try unsetPhone()
        try phone.enter(state)
        try await phone.push("one", as: "a")
        phone.device.clock.set(wallTime: now)
        try phone.notifications.advance()
        if state != .unlocked { try phone.device.unlock() }
        #expect(try phone.bodies() == ["one"])
        try phone.device.rebootAndUnlock()
        try pass(week - .seconds(60), phone)
        #expect(try phone.bodies() == ["one"])
        try pass(.seconds(120), phone)
        #expect(try phone.bodies() == [])
        #expect(try phone.classes(".A") + phone.classes(".cover") == [])
    }

    @Test("what is dated anew is the same: it is replaced, removed and answered")
    func same() async throws {
        let phone = try unsetPhone()
        for name in ["a", "b", "c"] { try phone.add(name, name) }
        phone.device.clock.set(wallTime: now)
        try phone.notifications.advance()
        try phone.add("a", "new")
        try phone.center.removeDelivered(["b"])
        #expect(try phone.notifications.respond(to: "c", of: phone.mail) != nil)
        #expect(try phone.bodies() == ["new"])
        #expect(try phone.center.takeResponses().map(\.content?.body) == ["c"])
        #expect(try phone.classes(".A").count == 1)
    }

    @Test("a key that was replaced before it was set opens for thirty days from then on")
    func keys() throws {
        let phone = try unsetPhone()
        _ = try phone.center.register()
        _ = try phone.center.rotateKeys()
        phone.device.clock.set(wallTime: now)
        try phone.notifications.advance()
        #expect(try phone.classes(".key").count == 2)
        try pass(.seconds(31 * 24 * 3_600), phone)
        try phone.notifications.advance()
        #expect(try phone.classes(".key").count == 1)
    }
}
