import DeviceIdentifiers
import DeviceSimulation
import Foundation
import Handoff
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SimulatedNetwork
import Synchronization
import Testing
import TrustedDevices

/// Two devices in a network that flips, repeats, reorders and drops.
///
/// Every network and every act comes from a seed, so one that fails is repeated by its shard alone. So many runs as
/// `PROTECTION_TOOLKIT_NETWORK_RUNS` says, or few; `make network` makes a hundred thousand. Runs of the same number are
/// others with another `PROTECTION_TOOLKIT_NETWORK_SEED`, so that many are made in parts.
@Suite("A network at its worst", .timeLimit(.minutes(180)))
struct RandomNetworkTests {
    static let runCount =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_NETWORK_RUNS"].flatMap(Int.init)
        ?? 400
    static let firstSeed =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_NETWORK_SEED"].flatMap(UInt64.init)
        ?? 0
    static let shardCount = 4

    @Test(
        "nothing is continued twice or with a wrong byte, and nothing moves by what does not authenticate",
        arguments: 0..<shardCount
    )
    func worst(shard: Int) throws {
        var tally = RandomCircle.Tally()
        var rest = Self.runCount / Self.shardCount
        var seed = UInt64(shard) << 32 + Self.firstSeed
        while rest > 0 {
            let circle = try RandomCircle(seed: seed)
            let count = min(rest, 100)
            for _ in 0..<count { try circle.run(&tally) }
            #expect(circle.witness.faults.isEmpty, "seed \(seed)")
            // Whatever it went through, it works where the network does.
            #expect(try circle.works(), "seed \(seed)")
            tally.messages += circle.witness.counts.messages
            tally.strange += circle.witness.counts.strange
            rest -= count
            seed += 1
        }
        // The network is neither too good nor too bad to show something.
        #expect(tally.continued > tally.runs / 10 && tally.failed > tally.runs / 10, "\(tally)")
        #expect(tally.strange > tally.runs / 5, "\(tally)")
        if Self.runCount > 1_000 { print(tally) }
    }
}

/// Two devices, and what a seed does with them.
final class RandomCircle {
    /// What came of all of it.
    struct Tally {
        var runs = 0
        var continued = 0
        var failed = 0
        var locked = 0
        var streamed = 0
        var messages = 0
        var strange = 0
    }

    let witness = NetworkWitness()
    private let circle: SimulatedCircle
    private let phone: CircleMember
    private let desk: CircleMember
    private let services: [HandoffService]
    private var random: SplitMix64
    private var titles: [String: [String: ActivityValue]] = [:]
    private var activity: UserActivity?
    private let delegate = Streamer()

    init(seed: UInt64) throws {
        random = SplitMix64(seed: ~seed)
        let witness = witness
        circle = SimulatedCircle(seed: seed) { witness.note($0, at: $1) }
        phone = circle.add("phone", try witness.device("phone", clock: circle.clock, seed: seed))
        desk = circle.add("desk", try witness.device("desk", clock: circle.clock, seed: seed + 1))
        services = try [phone, desk].map { $0.handoff.service(for: try Notes.app()) }
        witness.watch(circle.network)
        try circle.pair(phone, with: desk)
    }

    /// One activity, or what becomes of one, in a network of its own.
    func run(_ tally: inout Tally) throws {
        tally.runs += 1
        circle.network.conditions = conditions()
        if Int.random(in: 0..<4, using: &random) > 0 || activity == nil {
            try offer()
        } else {
            change()
        }
        if Bool.random(using: &random) { replay() }
        let isLocked = Int.random(in: 0..<8, using: &random) == 0
        if isLocked { try desk.device.holder.lock(skippingGrace: true) }
        if Int.random(in: 0..<4, using: &random) == 0 { meet() }
        let continued = goOn(&tally)
        if isLocked {
            tally.locked += 1
            if continued { witness.fault("a locked device went on") }
            witness.begin()
            try desk.device.unlock("2580")
        }
        if continued { tally.continued += 1 } else { tally.failed += 1 }
        witness.begin()
        phone.device.advance(by: .seconds(Int.random(in: 0..<40, using: &random)))
        _ = circle.network.takeFailures()
        if tally.runs % 16 == 0 { circle.network.forget() }
    }

    private func conditions() -> NetworkConditions {
        func rate() -> Double { [0, 0, 0, 0.02, 0.05, 0.2].randomElement(using: &random) ?? 0 }
        var conditions = NetworkConditions()
        conditions.loss = rate()
        conditions.duplication = rate()
        conditions.reordering = rate()
        conditions.flipping = rate()
        conditions.delay = .milliseconds(Int.random(in: 0..<300, using: &random))
        return conditions
    }

    private func offer() throws {
        witness.begin()
        let fresh = try services[0].activity(Notes.type)
        let title = "note \(random.next())"
        let info: [String: ActivityValue] = [
            "id": .integer(Int64(bitPattern: random.next())), "text": .text(title + "!"),
        ]
        titles[title] = info
        fresh.title = title
        try fresh.setUserInfo(info)
        fresh.supportsContinuationStreams = Int.random(in: 0..<4, using: &random) == 0
        fresh.delegate = delegate
        try fresh.becomeCurrent()
        activity = fresh
    }

    private func change() {
        witness.begin()
        switch Int.random(in: 0..<3, using: &random) {
        case 0: activity?.resignCurrent()
        case 1: activity?.isEligibleForHandoff.toggle()
        default: try? activity?.becomeCurrent()
        }
    }

    private func replay() {
        witness.begin()
        guard let old = circle.network.carried.randomElement(using: &random) else { return }
        try? circle.network.replay(old)
    }

    private func meet() {
        witness.begin()
        try? circle.meet(desk, phone)
    }

    /// Goes on with whatever is offered; false when nothing came of it.
    private func goOn(_ tally: inout Tally) -> Bool {
        witness.begin()
        guard let offer = (try? services[1].offers())?.first else { return false }
        guard let continued = try? services[1].continueActivity(offer.id) else { return false }
        let title = continued.activity.title ?? ""
        if titles[title] != continued.activity.userInfo {
            witness.fault("'\(title)' arrived as another")
        }
        if continued.activity.supportsContinuationStreams, let streams = try? continued.streams() {
            var bytes: [UInt8] = []
            while let more = try? streams.read(upTo: 999), !more.isEmpty { bytes += more }
            if !Streamer.bytes.starts(with: bytes) { witness.fault("a stream has wrong bytes") }
            if bytes.count == Streamer.bytes.count { tally.streamed += 1 }
        }
        continued.close()
        return true
    }

    /// Whether an activity goes on once the network is good.
    func works() throws -> Bool {
        circle.network.conditions = NetworkConditions()
        witness.begin()
        phone.device.advance(by: .seconds(60))
        try circle.meet(desk, phone)
        try offer()
        var tally = Tally()
        return goOn(&tally)
    }
}

/// Sends what is asked for.
private final class Streamer: UserActivityDelegate {
    static let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 % 251) }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        for start in stride(from: 0, to: Self.bytes.count, by: 1_000) {
            guard (try? streams.write(Array(Self.bytes[start..<start + 1_000]))) != nil else {
                return
            }
        }
        try? streams.finish()
    }
}
