import DeviceIdentifiers
import DeviceSimulation
import Dispatch
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import TestSupport
import Testing
import TrustedDevices

@Suite("Continuing (rows H-27 to H-32, H-38, H-42, H-43, H-49, H-50)", .timeLimit(.minutes(30)))
struct ContinuationRows {
    private struct Refused: Error {}

    @Test("what is continued arrives as it was, and the sender's delegate hears it once (row H-29)")
    func continued() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer(page: "https://example.com/42")
        activity.delegate = listener
        try activity.setUserInfo(["note": .text("42")])
        activity.requiredUserInfoKeys = ["note"]
        let arrived = try trial.continue()
        #expect(arrived.opener == .application(try BundleIdentifier("com.example.notes")))
        #expect(arrived.device.name == "phone")
        #expect(arrived.activity.activityType == Notes.type)
        #expect(arrived.activity.title == "Shopping")
        #expect(arrived.activity.userInfo == ["note": .text("42")])
        #expect(arrived.activity.requiredUserInfoKeys == ["note"])
        #expect(arrived.activity.webpageURL == "https://example.com/42")
        #expect(listener.continued == 1)
        #expect(listener.saved == 0)
        #expect(refusal { try arrived.activity.becomeCurrent() } == .invalidArgument)
    }

    @Test("H-27: who needs to save does so once, before it is sent")
    func saves() throws {
        let trial = try HandoffTrial()
        let listener = Listener(saving: { try? $0.addUserInfoEntries(["page": .integer(7)]) })
        let activity = try trial.offer()
        activity.delegate = listener
        activity.needsSave = true
        let arrived = try trial.continue()
        #expect(arrived.activity.userInfo == ["page": .integer(7)])
        #expect(listener.saved == 1)
        #expect(!activity.needsSave)
    }

    @Test("H-28: a delegate that saves too slowly is noted, and what was before is sent")
    func slowSave() throws {
        let trial = try HandoffTrial()
        let clock = trial.phone.device.clock
        let listener = Listener(saving: { activity in
            try? activity.addUserInfoEntries(["page": .integer(7)])
            clock.advance(by: .milliseconds(5_001))
        })
        let activity = try trial.offer()
        activity.delegate = listener
        activity.needsSave = true
        #expect(try trial.continue().activity.userInfo.isEmpty)
        #expect(activity.notes == [.slowSave])
    }

    @Test("H-28: a delegate that never returns keeps nobody waiting")
    func stuckSave() throws {
        let trial = try HandoffTrial()
        let clock = trial.phone.device.clock
        let end = DispatchSemaphore(value: 0)
        let listener = Listener(saving: { _ in
            clock.advance(by: .seconds(6))
            end.wait()
        })
        let activity = try trial.offer()
        activity.delegate = listener
        activity.needsSave = true
        #expect(try trial.continue().activity.title == "Shopping")
        #expect(activity.notes == [.slowSave])
        #expect(listener.continued == 1)
        end.signal()
    }

    @Test("the limits on time are those that were handed in (rows H-26, H-28, H-50)")
    func limits() throws {
        var parameters = HandoffParameters()
        parameters.saveTimeLimit = .seconds(1)
        parameters.continuationTimeLimit = .seconds(7)
        parameters.offerLifetime = .seconds(60)
        let trial = try HandoffTrial(parameters: parameters)
        let phone = trial.phone.device.clock
        let listener = Listener(saving: { _ in phone.advance(by: .milliseconds(1_001)) })
        let activity = try trial.offer()
        let count = try Self.frameCount(trial)
        activity.delegate = listener
        activity.needsSave = true
        try activity.becomeCurrent()
        try trial.continue()
        #expect(activity.notes == [.slowSave])
        try activity.becomeCurrent()
        trial.network.tamper { _, number, frame in number >= count - 4 ? [] : [frame] }
        let start = trial.desk.device.clock.now()
        #expect(refusal { try trial.continue() } == .timedOut)
        _ = try? trial.network.settle()
        #expect(trial.desk.device.clock.now() - start == .seconds(7))
        trial.network.advance(by: .seconds(54))
        #expect(try trial.desk.handoff.offers().isEmpty)
    }

    @Test("H-30: when the desk's app refuses, the phone hears nothing, and its offer stays")
    func refused() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        #expect(throws: Refused.self) { try trial.continue { _ in throw Refused() } }
        try trial.network.settle()
        #expect(listener.continued == 0)
        #expect(try trial.desk.handoff.offers().count == 1)
        try trial.continue()
        #expect(listener.continued == 1)
    }

    @Test("H-31: a locked desk fetches what it cannot open, and opens it after the unlock")
    func lockedDesk() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer("violet otter")
        activity.delegate = listener
        try activity.setUserInfo(["note": .text("amber heron")])
        try trial.desk.device.lock()
        let accepted = Mutex(false)
        #expect(
            refusal { try trial.continue { _ in accepted.withLock { $0 = true } } }
                == .protectedDataUnavailable
        )
        try trial.network.settle()
        #expect(!accepted.withLock { $0 })
        #expect(listener.continued == 0)
        try trial.desk.device.unlock()
        #expect(try trial.continue().activity.title == "violet otter")
        #expect(listener.continued == 1)
    }

    @Test("what is sent and stored has neither title nor user info in clear")
    func nothingInClear() throws {
        let trial = try HandoffTrial()
        let frames = Mutex<[[UInt8]]>([])
        trial.network.tamper { _, _, frame in
            frames.withLock { $0.append(frame) }
            return [frame]
        }
        let activity = try trial.offer("violet otter")
        try activity.setUserInfo(["note": .text("amber heron")])
        try trial.continue()
        let sent = frames.withLock { $0 } + trial.network.carried
        let needles = ["violet otter", "amber heron"].map { Array($0.utf8) }
        for device in [trial.phone.device, trial.desk.device] {
            let disk = Array(try device.host.allBytes(below: "/device").values)
            for needle in needles {
                #expect(!(sent + disk).contains { $0.contains(needle) })
            }
        }
    }

    @Test("H-32: when the phone locks its offer is withdrawn, and continuing it is too late")
    func phoneLocks() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let offer = try trial.offered()
        try trial.phone.device.lock()
        #expect(try trial.desk.handoff.offers().isEmpty)
        #expect(refusal { try trial.deskApp.continueActivity(offer.id) } == .expired)
    }

    @Test("H-32: the same when the desk has not heard of it: the phone sends nothing")
    func phoneLocksUnheard() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let offer = try trial.offered()
        trial.network.isCarrying = false
        // The lock falls when the session has begun: what is told in it is still the offer.
        let phone = trial.phone.device
        trial.network.tamper { isToServer, number, frame in
            if isToServer, number == 6 { try? phone.lock() }
            return [frame]
        }
        let code = refusal { try trial.deskApp.continueActivity(offer.id) }
        #expect(code == .expired)
        try trial.network.settle()
    }

    @Test("H-32: what becomes current on a locked phone is offered from the unlock on")
    func currentWhileLocked() throws {
        let trial = try HandoffTrial()
        try trial.phone.device.lock()
        _ = try trial.offer()
        #expect(try trial.desk.handoff.offers().isEmpty)
        try trial.network.meet(trial.desk, trial.phone)
        #expect(try trial.desk.handoff.offers().isEmpty)
        try trial.phone.device.unlock()
        #expect(try trial.continue().activity.title == "Shopping")
    }

    @Test("a phone whose parameters say so offers while it is locked")
    func offeringWhileLocked() throws {
        var parameters = HandoffParameters()
        parameters.resignsAtLock = false
        let trial = try HandoffTrial(parameters: parameters)
        _ = try trial.offer()
        try trial.phone.device.lock()
        #expect(try trial.continue().activity.title == "Shopping")
    }

    @Test("H-49: what was continued is not continued again on the same device")
    func again() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        try trial.continue()
        #expect(refusal { try trial.continue() } == .alreadyExists)
        // The phone knows it, too, should the desk have forgotten.
        try trial.desk.device.documents.remove(
            try DocumentName(try trial.phone.id.description, in: .handoff)
        )
        try trial.network.meet(trial.desk, trial.phone)
        #expect(refusal { try trial.continue() } == .alreadyExists)
        try trial.network.settle()
        #expect(listener.continued == 1)
        // What becomes current anew is another offer.
        try activity.becomeCurrent()
        try trial.continue()
        #expect(listener.continued == 2)
    }

    @Test("H-49: two devices continue one activity, each once")
    func twoDevices() throws {
        let (network, devices) = try HandoffNetwork.devices("phone", "desk", "tablet")
        let service = devices[0].handoff.service(for: try Notes.app())
        let listener = Listener()
        let activity = try service.activity(Notes.type)
        activity.delegate = listener
        try activity.becomeCurrent()
        for device in devices[1...] {
            let app = device.handoff.service(for: try Notes.app())
            let offer = try #require(try app.offers().first)
            try app.continueActivity(offer.id).close()
        }
        try network.settle()
        #expect(listener.continued == 2)
    }

    @Test(
        "H-50: when nothing answers any more the desk gives up after thirty seconds, and the offer stays"
    )
    func silence() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        let count = try Self.frameCount(trial)
        try activity.becomeCurrent()
        for first in 0..<count {
            trial.network.tamper { _, number, frame in number >= first ? [] : [frame] }
            let heard = listener.continued
            let start = trial.desk.device.clock.now()
            let code = refusal { try trial.continue() }
            _ = try? trial.network.settle()
            #expect(code == nil || code == .timedOut || code == .inputOutput, "\(first)")
            // Two waits at most: for the session, and for all the rest.
            #expect(trial.desk.device.clock.now() - start <= .seconds(60))
            guard code == nil else {
                #expect(listener.continued == heard, "\(first)")
                #expect(try trial.desk.handoff.offers().count == 1)
                continue
            }
            // The app had it: only the news were lost, and it is not had again.
            #expect(refusal { try trial.continue() } == .alreadyExists)
            try activity.becomeCurrent()
        }
        trial.network.tamper { [$2] }
        try trial.continue()
    }

    /// How many frames a continuation takes.
    private static func frameCount(_ trial: HandoffTrial) throws -> Int {
        let count = Mutex(0)
        trial.network.tamper { _, number, frame in
            count.withLock { $0 = number + 1 }
            return [frame]
        }
        try trial.continue()
        return count.withLock { $0 }
    }

    /// What came of a continuation of which one frame was disturbed.
    private struct Outcome {
        let frame: Int
        /// Of what the desk's app was handed.
        let titles: [String?]
        let code: ErrorCode?
        /// How often the phone's delegate heard of it.
        let heard: Int
    }

    /// Continues an activity once for each frame that this takes, which `tamper` disturbs.
    private func atEachFrame(
        of trial: HandoffTrial,
        _ tamper: @escaping @Sendable (_ isToServer: Bool, _ isIt: Bool, [UInt8]) -> [[UInt8]],
        _ check: (Outcome) throws -> Void
    ) throws {
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        let count = try Self.frameCount(trial)
        for frame in 0..<count {
            try activity.becomeCurrent()
            let before = listener.continued
            trial.network.tamper { tamper($0, $1 == frame, $2) }
            let titles = Mutex<[String?]>([])
            let code = refusal {
                try trial.continue { handed in
                    titles.withLock { $0.append(handed.activity.title) }
                }
            }
            _ = try? trial.network.settle()
            try check(
                Outcome(
                    frame: frame,
                    titles: titles.withLock { $0 },
                    code: code,
                    heard: listener.continued - before
                )
            )
        }
    }

    @Test(
        "each frame flipped, repeated or exchanged for an earlier one ends it, and nothing is continued twice",
        arguments: ["flip", "repeat", "replay"]
    )
    func disturbed(how: String) throws {
        let earlier = Mutex<[Bool: [UInt8]]>([:])
        try atEachFrame(of: try HandoffTrial()) { isToServer, isIt, frame in
            let last = earlier.withLock { earlier in
                defer { earlier[isToServer] = frame }
                return earlier[isToServer]
            }
            guard isIt else { return [frame] }
            switch how {
            case "flip":
                var other = frame
                other[frame.count / 2] ^= 4
                return [other]
            case "repeat": return [frame, frame]
            default: return [last ?? [], frame]
            }
        } _: { outcome in
            // It hears it only if the other side had it.
            #expect(outcome.titles.count <= 1)
            #expect(outcome.heard <= outcome.titles.count)
        }
    }

    @Test("the lock of the desk at any frame: it has the activity, or nothing of it")
    func lockAtEveryFrame() throws {
        let trial = try HandoffTrial()
        let desk = trial.desk.device
        try atEachFrame(of: trial) { _, isIt, frame in
            if isIt { try? desk.lock() }
            return [frame]
        } _: { outcome in
            let code = outcome.code
            #expect(code == nil || code == .protectedDataUnavailable, "\(outcome.frame)")
            #expect(outcome.titles.count == (code == nil ? 1 : 0))
            #expect(outcome.heard == (code == nil ? 1 : 0))
            try desk.unlock()
        }
    }

    @Test(
        "the lock or the restart of the phone at any frame: the desk has the activity whole, or nothing",
        arguments: [true, false]
    )
    func phoneAtEveryFrame(isLock: Bool) throws {
        let trial = try HandoffTrial()
        let phone = trial.phone.device
        try atEachFrame(of: trial) { _, isIt, frame in
            guard isIt else { return [frame] }
            if isLock { try? phone.lock() } else { try? phone.holder.reboot() }
            return [frame]
        } _: { outcome in
            let titles = outcome.titles
            #expect(titles == [] || titles == ["Shopping"], "\(outcome.frame)")
            #expect(outcome.code != nil || titles.count == 1)
            #expect(outcome.heard <= titles.count)
            #expect(
                try trial.desk.handoff.offers().isEmpty || !isLock,
                "\(outcome.frame): \(String(describing: outcome.code))"
            )
            try phone.unlock()
            trial.network.tamper { [$2] }
            try trial.network.meet(trial.phone, trial.desk)
        }
    }

    @Test(
        "H-38: a page is one of http or https",
        arguments: [
            "ftp://example.com", "file:///etc/passwd", "example.com", "http://",
            "https://user@example.com/", "https://exa mple.com", "javascript:alert(1)", "",
        ]
    )
    func badPage(text: String) throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity(Notes.type)
        #expect(refusal { try activity.setWebpageURL(text) } == .invalidArgument)
        #expect(activity.webpageURL == nil)
        try activity.setWebpageURL("HTTPS://Example.com:8443/x?y#z")
        #expect(activity.webpageURL == "HTTPS://Example.com:8443/x?y#z")
    }

    @Test("H-42: user info of 3,073 bytes is noted, and more than 16,384 are refused")
    func largeUserInfo() throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity(Notes.type)
        // The dictionary has 5 bytes, the key 5, and the data 5.
        func info(_ count: Int) -> [String: ActivityValue] {
            ["k": .data([UInt8](repeating: 1, count: count - 15))]
        }
        try activity.setUserInfo(info(3_072))
        #expect(activity.notes.isEmpty)
        try activity.setUserInfo(info(3_073))
        #expect(activity.notes == [.largeUserInfo(3_073)])
        try activity.setUserInfo(info(16_384))
        #expect(refusal { try activity.setUserInfo(info(16_385)) } == .payloadTooLarge)
        #expect(activity.userInfo == info(16_384))
        try activity.becomeCurrent()
        #expect(try trial.continue().activity.userInfo == info(16_384))
    }

    @Test("a type with less than three parts, and a required key that is missing, are noted")
    func notes() throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity("editing")
        activity.requiredUserInfoKeys = ["note"]
        #expect(activity.notes == [.shortType, .missingKey("note")])
        for type in ["", "a\u{0}b", String(repeating: "x", count: 256)] {
            #expect(refusal { try trial.phoneApp.activity(type) } == .invalidArgument)
        }
    }

    @Test("a title that is too long is cut, between letters")
    func longTitle() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer(String(repeating: "é", count: 600))
        #expect(try trial.continue().activity.title == String(repeating: "é", count: 512))
    }
}
