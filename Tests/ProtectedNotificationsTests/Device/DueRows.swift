import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing

@Suite("Requests whose time comes, on a device (rows N-29, N-56, N-58 to N-60)")
struct DueRows {
    private let soon = NotificationTrigger.interval(.seconds(60), repeats: false)

    @Test("N-29: a second request of an identifier takes the first one's place")
    func row29() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "one", soon)
        try phone.add("a", "two", .interval(.seconds(120), repeats: false))
        #expect(try phone.center.pending().map(\.request.content.body) == ["two"])
        phone.device.advance(by: .seconds(61))
        #expect(try phone.center.delivered().isEmpty)
        phone.device.advance(by: .seconds(60))
        #expect(try phone.bodies() == ["two"])
        #expect(try phone.center.pending().isEmpty)
    }

    @Test("N-56: of more than 64 the soonest wait, and it is told which fell out")
    func row56() throws {
        let phone = try NotifiedPhone()
        for number in 1...64 {
            try phone.add("\(number)", "x", .interval(.seconds(60 + number), repeats: false))
        }
        let request = try NotificationRequest("soon", NotificationContent(body: "x"), soon)
        #expect(try phone.center.add(request).map(\.identifier) == ["64"])
        #expect(try phone.center.pending().count == 64)
    }

    @Test("what is removed does not come")
    func removed() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "x", soon)
        try phone.add("b", "x", soon)
        try phone.center.removePending(["a"])
        #expect(try phone.center.pending().map(\.request.identifier) == ["b"])
        try phone.center.removePending()
        phone.device.advance(by: .seconds(61))
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test("N-58: what is due while locked is hidden as a push is")
    func row58() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "The code is 2580", soon)
        #expect(try phone.documents(holding: "code is 2580").count == 1)
        try phone.enter(.locked)
        phone.device.advance(by: .seconds(61))
        #expect(try phone.bodies() == ["Notification"])
        #expect(try phone.documents(holding: "code is 2580") == [])
        try phone.device.unlock()
        #expect(try phone.bodies() == ["The code is 2580"])
    }

    @Test("N-59: what is due before the first unlock comes right after it, with its date")
    func row59() throws {
        let phone = try NotifiedPhone()
        let start = phone.device.clock.wallTime()
        try phone.add("a", "x", soon)
        try phone.enter(.beforeFirstUnlock)
        phone.device.advance(by: .seconds(600))
        #expect(try phone.bodies() == [])
        try phone.device.unlock()
        let dates = try phone.center.delivered().map(\.cover.date.seconds)
        #expect(dates == [start.seconds + 60])
    }

    @Test("N-60: who enters a place is told once, or each time", arguments: [false, true])
    func row60(repeats: Bool) throws {
        let phone = try NotifiedPhone()
        let home = try NotificationPlace.Position(latitude: 52.5, longitude: 13.4)
        let away = try NotificationPlace.Position(latitude: 48.1, longitude: 11.6)
        let place = try NotificationPlace(home, radius: 100, on: .enter)
        try phone.notifications.move(to: away)
        try phone.add("a", "home", .place(place, repeats: repeats))
        var count = 0
        for position in [home, away, home] {
            phone.device.advance(by: .seconds(1))
            try phone.notifications.move(to: position)
            count += try phone.center.delivered().count
            try phone.center.removeDelivered()
        }
        #expect(count == (repeats ? 2 : 1))
    }

    @Test("what repeats comes again, and not for each time that the device was off")
    func repeating() throws {
        let phone = try NotifiedPhone()
        try phone.add("a", "x", .interval(.seconds(60), repeats: true))
        phone.device.advance(by: .seconds(3_610))
        try phone.device.unlock()
        #expect(try phone.center.delivered().count == 1)
        let due = try #require(try phone.center.pending().first?.due)
        #expect(due.seconds == phone.device.clock.wallTime().seconds + 50)
    }

    @Test("a time that repeats and has a year stops nothing once it was there")
    func lastTime() async throws {
        let phone = try NotifiedPhone()
        var parts = CalendarMoment.Parts()
        (parts.year, parts.month, parts.day) = (2008, 1, 1)
        try phone.add("a", "year", .calendar(CalendarMoment(parts), repeats: true))
        phone.device.advance(by: .seconds(370 * 24 * 3_600))
        try phone.device.unlock()
        #expect(try phone.bodies() == ["year"])
        #expect(try phone.center.pending().isEmpty)
        phone.device.advance(by: .seconds(1))
        #expect(try await phone.push("push").ending == .delivered)
        #expect(try phone.bodies() == ["push", "year"])
    }

    /// Does the same on a new device each time with another of its writes refused, and on one with all of them.
    private func withEachWriteRefused(
        prepare: (NotifiedPhone) throws -> Void,
        doing body: (NotifiedPhone) throws -> Void,
        verify: (NotifiedPhone, ErrorCode?) throws -> Void
    ) throws {
        var (nth, count) = (-1, 0)
        while nth < count {
            let trial = try FaultyDevice()
            let phone = try NotifiedPhone(trial.device)
            try prepare(phone)
            trial.faults.install(nth < 0 ? FaultPlan() : FaultPlan([.nth(nth, .write): .diskFull]))
            let code = refusal { try body(phone) }
            if nth < 0 { count = trial.faults.callCount(of: .write) }
            trial.faults.install(FaultPlan())
            try verify(phone, code)
            nth += 1
        }
    }

    @Test("what was due and removed does not come back because what follows cannot be written")
    func fullDisk() throws {
        var partial = 0
        try withEachWriteRefused {
            try $0.add("a", "one", soon)
            try $0.add("b", "two", .interval(.seconds(61), repeats: false))
            $0.device.advance(by: .seconds(62))
        } doing: {
            try $0.notifications.advance()
        } verify: { phone, code in
            guard code != nil, try phone.classes(".cover").count == 1 else { return }
            partial += 1
            try phone.center.removeDelivered()
            #expect(try phone.bodies() == ["two"])
        }
        #expect(partial > 0)
    }

    @Test("a request that waits is there until the one in its place is delivered")
    func replacedAtOnce() throws {
        var failed = 0
        try withEachWriteRefused {
            try $0.add("a", "later", soon)
        } doing: {
            try $0.add("a", "now")
        } verify: { phone, code in
            let isThere = try phone.bodies() == ["now"]
            let waits = try !phone.center.pending().isEmpty
            #expect(code == nil ? isThere && !waits : waits)
            if code != nil { failed += 1 }
        }
        #expect(failed > 2)
    }

    @Test("what no request may have has no next date")
    func nextDate() throws {
        let phone = try NotifiedPhone()
        let never = NotificationTrigger.interval(.seconds(1e20), repeats: false)
        #expect(refusal { try phone.notifications.nextDate(of: never) } == .invalidArgument)
        let now = phone.device.clock.wallTime()
        #expect(try phone.notifications.nextDate(of: soon)?.seconds == now.seconds + 60)
    }

    @Test("requests are not known before the first unlock")
    func beforeFirstUnlock() throws {
        let phone = try NotifiedPhone()
        try phone.enter(.beforeFirstUnlock)
        #expect(refusal { try phone.add("a", "x", soon) } == .protectedDataUnavailable)
        #expect(refusal { try phone.center.pending() } == .protectedDataUnavailable)
        #expect(refusal { try phone.center.setCategories([]) } == .protectedDataUnavailable)
        #expect(refusal { try phone.center.removePending() } == .protectedDataUnavailable)
        let home = try NotificationPlace.Position(latitude: 52.5, longitude: 13.4)
        #expect(refusal { try phone.notifications.move(to: home) } == .protectedDataUnavailable)
    }

    @Test("what is delivered and shown by itself keeps no device from locking")
    func idle() async throws {
        let device = try SimulatedDevice.make { $0.autoLock = .seconds(200) }
        let phone = try NotifiedPhone(device)
        try phone.add("a", "x", .interval(.seconds(60), repeats: true))
        for second in stride(from: 30, to: 200, by: 30) {
            phone.device.advance(by: .seconds(30))
            try phone.notifications.advance()
            _ = try phone.notifications.screen(at: .lockScreen)
            _ = try phone.notifications.nextDue()
            try await phone.push("\(second)")
        }
        #expect(try phone.device.holder.status().state == .unlocked)
        phone.device.advance(by: .seconds(20))
        #expect(try phone.device.holder.status().state == .locking)
    }
}
