import DeviceSimulation
import Handoff
import ProtectionModel
import SimulatedNetwork
import Testing
import TrustedDevices

/// What somebody learns who hears everything for two hours (PETS 2019: counters and fields in clear told devices apart).
@Suite("Two hours of traffic")
struct TrafficTests {
    private static let windowByteCount = 8

    private static let traffic = Result { try listen() }

    /// Two devices that have something to say every few minutes, and connect to each other both ways.
    private static func listen() throws -> [NetworkMessage] {
        let circle = SimulatedCircle(seed: 19)
        let witness = NetworkWitness()
        let members = try ["phone", "desk"].enumerated().map { number, name in
            circle.add(name, try witness.device(name, clock: circle.clock, seed: UInt64(number)))
        }
        try circle.pair(members[0], with: members[1])
        let services = try members.map { $0.handoff.service(for: try Notes.app()) }
        circle.network.forget()
        for minute in stride(from: 0, to: 120, by: 3) {
            let sender = minute / 3 % 2
            let activity = try services[sender].activity(Notes.type)
            activity.title = "always the same title"
            try activity.setUserInfo(["id": .text("always the same note")])
            try activity.becomeCurrent()
            if let offer = try services[1 - sender].offers().first {
                try services[1 - sender].continueActivity(offer.id).close()
            }
            activity.invalidate()
            try circle.meet(members[sender], members[1 - sender])
            members[0].device.advance(by: .seconds(180))
        }
        return circle.network.carried
    }

    @Test("H-19: no eight bytes come twice, in one hour or in another")
    func repetitions() throws {
        let messages = try Self.traffic.get()
        var seen: [UInt64: Int] = [:]
        for message in messages {
            var window: UInt64 = 0
            for (place, byte) in message.bytes.enumerated() {
                window = window << 8 | UInt64(byte)
                guard place >= Self.windowByteCount - 1 else { continue }
                if let other = seen.updateValue(message.number, forKey: window) {
                    Issue.record("message \(message.number) repeats bytes of message \(other)")
                }
            }
        }
        #expect(seen.count > 100_000)
        #expect(messages.contains { $0.kind == .advertisement })
    }

    @Test("H-19: no byte of any message stands for a device")
    func constants() throws {
        let messages = try Self.traffic.get()
        var places: [String: [[UInt8]]] = [:]
        var counts: [NetworkMessage.Kind: Int] = [:]
        for message in messages {
            let number = counts[message.kind, default: 0]
            if message.kind != .advertisement { counts[message.kind] = number + 1 }
            let isFrame = message.kind != .advertisement
            let name = "\(message.sender), \(isFrame ? "frame \(number)" : "advertisement")"
            places[name, default: []].append(message.bytes)
        }
        for (name, all) in places where all.count >= 16 {
            for place in 0..<(all.map(\.count).min() ?? 0) {
                #expect(Set(all.map { $0[place] }).count > 1, "byte \(place) of \(name)")
            }
        }
        #expect(places.values.count { $0.count >= 16 } >= 10)
    }

    @Test("H-19: both devices' messages are equally long")
    func lengths() throws {
        let messages = try Self.traffic.get()
        func lengths(_ name: String) -> Set<Int> {
            Set(messages.filter { $0.sender == name }.map(\.bytes.count))
        }
        #expect(lengths("phone") == lengths("desk"))
    }
}
