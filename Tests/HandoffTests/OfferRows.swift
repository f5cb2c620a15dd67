import DeviceIdentifiers
import DeviceSimulation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

@Suite("Offers (rows H-20 to H-26 and H-44 to H-48)", .timeLimit(.minutes(30)))
struct OfferRows {
    @Test("H-20: a current activity is offered once, with app and device")
    func current() throws {
        let trial = try HandoffTrial()
        let activity = try trial.offer()
        let offers = try trial.deskApp.offers()
        #expect(offers.count == 1)
        #expect(offers.first?.device.name == "phone")
        let app = try BundleIdentifier("com.example.notes")
        #expect(offers.first?.opener == .application(app, others: 0))
        #expect(activity.notes.isEmpty)
        #expect(try trial.phone.handoff.offers().isEmpty)
    }

    @Test("H-21: a locked desk lists the same, and knows no title")
    func locked() throws {
        let trial = try HandoffTrial()
        try trial.desk.device.lock()
        _ = try trial.offer()
        #expect(try trial.deskApp.offers().map(\.device.name) == ["phone"])
    }

    @Test("H-22: before the first unlock nothing is listed, nor taken in")
    func beforeFirstUnlock() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let advertisement = try trial.phone.handoff.advertisement()
        try trial.desk.device.holder.reboot()
        #expect(refusal { try trial.deskApp.offers() } == .protectedDataUnavailable)
        #expect(
            refusal { try trial.desk.handoff.receive(advertisement) } == .protectedDataUnavailable
        )
        try trial.desk.device.unlock()
        // What it has heard before counts while it lives.
        #expect(try trial.deskApp.offers().count == 1)
        #expect(try trial.desk.handoff.receive(advertisement))
        #expect(try trial.deskApp.offers().count == 1)
    }

    @Test("H-23, H-57: what is not eligible is not offered, and another tab of the app is")
    func notEligible() throws {
        let trial = try HandoffTrial()
        let hidden = try trial.phoneApp.activity(Notes.type)
        hidden.isEligibleForHandoff = false
        try hidden.becomeCurrent()
        #expect(try trial.desk.handoff.offers().isEmpty)
        let open = try trial.offer()
        #expect(try trial.desk.handoff.offers().count == 1)
        open.isEligibleForHandoff = false
        #expect(try trial.desk.handoff.offers().isEmpty)
        open.isEligibleForHandoff = true
        #expect(try trial.desk.handoff.offers().count == 1)
        try hidden.becomeCurrent()
        #expect(try trial.desk.handoff.offers().isEmpty)
    }

    @Test("H-24: what is not current is not offered, and what is invalid never again")
    func notCurrent() throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity(Notes.type)
        #expect(try trial.desk.handoff.offers().isEmpty)
        try activity.becomeCurrent()
        activity.resignCurrent()
        #expect(try trial.desk.handoff.offers().isEmpty)
        try activity.becomeCurrent()
        activity.invalidate()
        #expect(try trial.desk.handoff.offers().isEmpty)
        #expect(refusal { try activity.becomeCurrent() } == .invalidArgument)
        #expect(try trial.desk.handoff.offers().isEmpty)
    }

    @Test("H-25: of two activities only the later is offered")
    func replaced() throws {
        let trial = try HandoffTrial()
        let first = try trial.offer()
        let before = try trial.offered()
        _ = try trial.offer("Other")
        #expect(try trial.desk.handoff.offers().count == 1)
        #expect(try trial.offered().id != before.id)
        // It is not current, so nothing changes.
        first.resignCurrent()
        #expect(try trial.desk.handoff.offers().count == 1)
        #expect(refusal { try trial.deskApp.continueActivity(before.id) } == .expired)
    }

    @Test(
        "H-26: an offer is gone when its time is over, and continuing it is too late",
        arguments: [true, false]
    )
    func expired(hasDate: Bool) throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity(Notes.type)
        if hasDate {
            activity.expirationDate = trial.phone.device.clock.wallTime().adding(.seconds(60))
        }
        try activity.becomeCurrent()
        let offer = try trial.offered()
        let lifetime = Duration.seconds(hasDate ? 60 : 600)
        trial.network.advance(by: lifetime - .seconds(1))
        #expect(try trial.desk.handoff.offers().count == 1)
        trial.network.advance(by: .seconds(1))
        #expect(try trial.desk.handoff.offers().isEmpty)
        #expect(refusal { try trial.deskApp.continueActivity(offer.id) } == .expired)
        // What is current still is heard of anew; what has a date is over for the sender, too.
        #expect(try trial.desk.handoff.receive(try trial.phone.handoff.advertisement()))
        #expect(try trial.desk.handoff.offers().count == (hasDate ? 0 : 1))
        activity.expirationDate = nil
        #expect(try trial.desk.handoff.offers().count == 1)
        activity.expirationDate = Timestamp(seconds: 0)
        #expect(try trial.desk.handoff.offers().isEmpty)
    }

    @Test("H-44, H-45: what comes again, or was before, changes nothing")
    func repeated() throws {
        let trial = try HandoffTrial()
        let activity = try trial.offer()
        let first = try #require(trial.network.carried.last)
        #expect(try !trial.desk.handoff.receive(first))
        #expect(try trial.desk.handoff.offers().count == 1)
        activity.resignCurrent()
        #expect(try trial.desk.handoff.offers().isEmpty)
        #expect(try !trial.desk.handoff.receive(first))
        #expect(try trial.desk.handoff.offers().isEmpty)
        // Nor in another run of the device.
        try trial.desk.device.rebootAndUnlock()
        #expect(try !trial.desk.handoff.receive(first))
        try activity.becomeCurrent()
        #expect(try trial.desk.handoff.offers().count == 1)
    }

    @Test("what one process of a device has heard another lists, and sends no sequence twice")
    func twoProcesses() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let device = trial.desk.device
        let other = DeviceHandoff(TrustCircle { device.documents }, { device.documents }) { _ in
            throw ProtectionError(.notFound, "no way")
        }
        _ = other.service(for: try Notes.app())
        #expect(try other.offers() == trial.desk.handoff.offers())
        #expect(try other.offers().count == 1)
        #expect(try trial.phone.handoff.receive(try other.advertisement()))
        #expect(try trial.phone.handoff.receive(try trial.desk.handoff.advertisement()))
        #expect(try trial.phone.handoff.receive(try other.advertisement()))
        // What one hears the other need not hear again.
        let next = try trial.phone.handoff.advertisement()
        #expect(try other.receive(next))
        #expect(try !trial.desk.handoff.receive(next))
    }

    @Test("a device that has lost power knows what it has heard, and is told nothing twice")
    func powerLoss() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let last = try #require(trial.network.carried.last)
        try trial.desk.device.crash()
        try trial.desk.device.unlock()
        #expect(try trial.desk.handoff.offers().count == 1)
        #expect(try !trial.desk.handoff.receive(last))
        #expect(try trial.desk.handoff.receive(try trial.phone.handoff.advertisement()))
        try trial.phone.device.crash()
        try trial.phone.device.unlock()
        #expect(try trial.desk.handoff.receive(try trial.phone.handoff.advertisement()))
    }

    @Test("damaged documents open nothing, and the next session makes them anew")
    func damaged() throws {
        let trial = try HandoffTrial()
        let activity = try trial.offer()
        let documents = trial.desk.device.documents
        let phone = try DocumentName(try trial.phone.id.description, in: .handoff)
        let own = try DocumentName("own", in: .handoff)
        let good = try #require(try documents.read(phone))
        #expect(good.count == 217)
        var mutator = Mutator(seed: 20)
        for number in 0..<20 {
            let bytes = number == 0 ? [] : mutator.mutate(good)
            for name in [phone, own] {
                try documents.update(name, as: .completeUntilFirstUserAuthentication) { _ in bytes }
            }
            _ = refusal { try trial.desk.handoff.offers() }
            // A newer version is not ours to replace.
            guard bytes.first ?? 0 <= 1 else { continue }
            try trial.network.meet(trial.desk, trial.phone)
            #expect(try trial.desk.handoff.offers().count == 1)
        }
        for name in [phone, own] {
            try documents.update(name, as: .completeUntilFirstUserAuthentication) { _ in
                [2] + good.dropFirst()
            }
        }
        #expect(refusal { try trial.desk.handoff.offers() } == .unsupportedVersion)
        #expect(refusal { try trial.desk.handoff.advertisement() } == .unsupportedVersion)
        activity.resignCurrent()
    }

    @Test("a clock that is set back, or far ahead, makes no offer live longer")
    func clockSet() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let clock = trial.desk.device.clock
        let time = clock.wallTime()
        clock.set(wallTime: time.adding(.seconds(-1)))
        #expect(try trial.desk.handoff.offers().isEmpty)
        clock.set(wallTime: Timestamp(seconds: .max))
        #expect(try trial.desk.handoff.offers().isEmpty)
        clock.set(wallTime: Timestamp(seconds: .min))
        #expect(try trial.desk.handoff.offers().isEmpty)
        clock.set(wallTime: time)
        #expect(try trial.desk.handoff.offers().count == 1)
    }

    @Test("what was lost on the way is told in the next session")
    func lost() throws {
        let trial = try HandoffTrial()
        trial.network.isCarrying = false
        _ = try trial.offer()
        #expect(try trial.desk.handoff.offers().isEmpty)
        try trial.network.meet(trial.desk, trial.phone)
        #expect(try trial.desk.handoff.offers().count == 1)
    }

    @Test("H-46: of 65,536 forged offers with the right tag none counts, and none moves anything")
    func forged() throws {
        let trial = try HandoffTrial()
        trial.network.isCarrying = false
        _ = try trial.offer()
        let truth = try trial.phone.handoff.advertisement()
        var mutator = Mutator(seed: 46)
        let names = try trial.desk.device.documents.read(
            try DocumentName(try trial.phone.id.description, in: .handoff)
        )
        for number in 0..<65_536 {
            // Mostly the true tag with its nonce, which everybody near can see.
            let place = number % 4 == 0 ? 0 : 32
            let forged = truth[..<place] + mutator.randomBytes(32) + truth[(place + 32)...]
            guard try !trial.desk.handoff.receive(Array(forged)) else {
                Issue.record("a forged offer was taken: \(number)")
                return
            }
        }
        #expect(try trial.desk.handoff.offers().isEmpty)
        let after = try trial.desk.device.documents.read(
            try DocumentName(try trial.phone.id.description, in: .handoff)
        )
        #expect(after == names)
        #expect(try trial.desk.handoff.receive(truth))
        #expect(try trial.desk.handoff.offers().count == 1)
    }

    @Test("H-47: an offer of which any bit was flipped is nobody's, as is one that was mutated")
    func flipped() throws {
        let trial = try HandoffTrial()
        trial.network.isCarrying = false
        _ = try trial.offer()
        let truth = try trial.phone.handoff.advertisement()
        for bit in 0..<truth.count * 8 {
            var other = truth
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !trial.desk.handoff.receive(other), "bit \(bit)")
        }
        var mutator = Mutator(seed: 47)
        for _ in 0..<Mutator.iterationCount {
            let other = mutator.mutate(truth)
            if other != truth { #expect(try !trial.desk.handoff.receive(other)) }
        }
        #expect(try trial.desk.handoff.receive(truth))
    }

    @Test("H-48: all offers are 160 bytes, and no part of one is in another")
    func lengths() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer("a")
        let activity = try trial.offer(
            String(repeating: "long ", count: 100),
            page: "https://example.com"
        )
        activity.resignCurrent()
        #expect(trial.network.carried.allSatisfy { $0.count == 160 })
        #expect(
            Set(trial.network.carried.map { Array($0[8...]) }).count == trial.network.carried.count
        )
        // Nor does the tag tell that they are of one device.
        #expect(
            Set(trial.network.carried.map { Array($0[..<8]) }).count == trial.network.carried.count
        )
        trial.network.advance(by: .seconds(3_600))
        #expect(try trial.desk.handoff.receive(try trial.phone.handoff.advertisement()))
        trial.network.advance(by: .seconds(24 * 3_600))
        // Another day, another key: the desk does not know it before they meet.
        let tomorrow = try trial.phone.handoff.advertisement()
        #expect(try !trial.desk.handoff.receive(tomorrow))
        try trial.network.meet(trial.phone, trial.desk)
        #expect(try trial.desk.handoff.receive(try trial.phone.handoff.advertisement()))
    }

    @Test("an offer is for the devices of the circle: another user's makes nothing of it")
    func stranger() throws {
        let trial = try HandoffTrial()
        let other = try HandoffTrial()
        _ = try trial.offer()
        #expect(try !other.desk.handoff.receive(try trial.phone.handoff.advertisement()))
        // Its own comes back to a device: it is nobody's there.
        #expect(try !trial.phone.handoff.receive(try trial.phone.handoff.advertisement()))
    }

    @Test("what is offered is listed at once, however late the system tells of changed documents")
    func late() throws {
        let faulty = try FaultyDevice()
        faulty.faults.install(FaultPlan(hasPromptWatches: false))
        let (phone, desk) = (
            try TrustingDevice.founder("phone"), try TrustingDevice("desk", faulty.device)
        )
        let outcome = try pair(phone, desk)
        try #require(outcome.inviter == nil && outcome.joiner == nil)
        let phoneHandoff = DeviceHandoff(phone.device, in: phone.circle) { _ in
            throw CancellationError()
        }
        let deskHandoff = DeviceHandoff(desk.device, in: desk.circle) { _ in
            let (client, server) = MemoryWire({ [$2] }) { _ in }.ends
            _ = Beside { try phoneHandoff.serve(server) }
            return client
        }
        try deskHandoff.meet(try #require(try desk.circle.standing()?.membership.devices.first))
        let app = deskHandoff.service(for: try Notes.app())
        let activity = try phoneHandoff.service(for: try Notes.app()).activity(Notes.type)
        for _ in 0..<2 {
            try activity.becomeCurrent()
            #expect(try deskHandoff.receive(try phoneHandoff.advertisement()))
            #expect(try app.offers().count == 1)
            activity.resignCurrent()
            #expect(try deskHandoff.receive(try phoneHandoff.advertisement()))
            #expect(try app.offers().isEmpty)
        }
    }

    @Test("H-56: after a removal offers are under a new key, and the removed device opens none")
    func removed() throws {
        let (network, devices) = try HandoffNetwork.devices("phone", "desk", "lost")
        let (phone, desk, lost) = (devices[0], devices[1], devices[2])
        let service = phone.handoff.service(for: try Notes.app())
        _ = desk.handoff.service(for: try Notes.app())
        _ = lost.handoff.service(for: try Notes.app())
        let activity = try service.activity(Notes.type)
        try activity.becomeCurrent()
        #expect(try desk.handoff.offers().count == 1)
        #expect(try lost.handoff.offers().count == 1)
        let offer = try #require(try lost.handoff.offers().first)
        try phone.trusting.circle.remove(try lost.id)
        try network.meet(phone, desk)
        network.isCarrying = false
        let next = try phone.handoff.advertisement()
        #expect(try !lost.handoff.receive(next))
        #expect(try desk.handoff.receive(next))
        #expect(try desk.handoff.offers().count == 1)
        // What it has heard before it cannot fetch.
        #expect(refusal { try lost.handoff.continueActivity(offer.id) } == .notTrusted)
        #expect(refusal { try network.settle() } == .notTrusted)
        // Nor does anybody hear of what it offers.
        let own = lost.handoff.service(for: try Notes.app())
        try own.activity(Notes.type).becomeCurrent()
        #expect(try !desk.handoff.receive(try lost.handoff.advertisement()))
    }
}
