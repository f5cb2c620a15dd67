import ArgumentParser
import Dispatch
import Handoff
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO
import TrustedDevices

/// Implements `protectctl handoff watch`.
struct HandoffWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what other devices offer, and offer no longer, as it comes.",
        discussion: """
            Asks the devices whose address is known again and again; what comes to 'handoff serve' is \
            told at once. Before the first unlock nothing is known of offers. Ends when it is \
            interrupted, or when the device goes off.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("How often the others are asked.", valueName: "duration"))
    var every = DurationArgument(.seconds(10))

    func validate() throws {
        guard every.duration >= .milliseconds(100) else {
            throw ValidationError("--every must be at least 100ms")
        }
    }

    func run() throws {
        let session = try Session(global)
        let others = try OtherDevices(session)
        let mayHaveChanged = DispatchSemaphore(value: 0)
        let isOver = Mutex(false)
        let keys = session.keys
        let lock = keys.observe { [weak keys] notice in
            if notice.endsDevice(of: keys) { isOver.withLock { $0 = true } }
            mayHaveChanged.signal()
        }
        defer { lock.cancel() }
        let documents = try session.documents.observe(.handoff) { mayHaveChanged.signal() }
        defer { withExtendedLifetime(documents) {} }
        let handoff = try session.handoff(others)
        var known: [HandoffOffer] = []
        var nextMeeting = SystemTime.sinceBoot()
        while !isOver.withLock({ $0 }) {
            if SystemTime.sinceBoot() >= nextMeeting {
                _ = try? others.meet(handoff)
                nextMeeting = SystemTime.sinceBoot() + every.duration
            }
            known = try tell(known, offers(handoff))
            let rest = max(nextMeeting - SystemTime.sinceBoot(), .zero).wholeMilliseconds + 1
            _ = mayHaveChanged.wait(timeout: .now() + .milliseconds(Int(rest)))
        }
        if let failure = keys.failure, failure.code != .deviceOff { throw failure }
    }

    private func offers(_ handoff: DeviceHandoff) throws -> [HandoffOffer] {
        do throws(ProtectionError) { return try handoff.offers() } catch {
            guard [.protectedDataUnavailable, .deviceOff].contains(error.code) else { throw error }
            return []
        }
    }

    /// Prints what is new, and what is gone.
    private func tell(
        _ old: [HandoffOffer],
        _ new: [HandoffOffer]
    ) throws -> [HandoffOffer] {
        for offer in old where !new.contains(where: { $0.id == offer.id }) {
            try print("gone", offer)
        }
        for offer in new where !old.contains(where: { $0.id == offer.id }) {
            try print("offered", offer)
        }
        return new
    }

    private func print(_ event: String, _ offer: HandoffOffer) throws {
        let at = MomentText.rfc3339(MachineClock().wallTime())
        guard !global.json else {
            return try global.console.document(
                Line(event: event, at: at, offer: OfferDocument(offer))
            )
        }
        let name = event + String(repeating: " ", count: "offered".count - event.count)
        let words = [at, name, "\(offer.id)", offer.device.name, offer.opener.sentence]
        try global.console.data(words.joined(separator: "  ").printable)
    }

    private struct Line: Encodable {
        let version = 1
        let event: String
        let at: String
        let offer: OfferDocument
    }
}
