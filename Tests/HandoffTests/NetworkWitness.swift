import DeviceSimulation
import Handoff
import KeyManagement
import SimulatedDisk
import SodiumCrypto
import SystemIO
import SimulatedNetwork
import Synchronization
import TrustedDevices

/// Sees all that devices get and all that they write, and knows of each message whether it authenticates: what does not must
/// change nothing.
final class NetworkWitness: Sendable {
    /// One direction of a connection.
    private struct Way: Hashable {
        let connection: Int
        let receiver: String
    }

    private struct State {
        var network: SimulatedNetwork?
        /// Frames as they were sent, and how many of them have come as they should.
        var frames: [Way: (sent: [[UInt8]], taken: Int)] = [:]
        var advertisements: [[UInt8]: Int] = [:]
        /// The newest that each device has got.
        var newest: [String: Int] = [:]
        /// Devices whose last message says nothing.
        var misled: Set<String> = []
        var accepted: Set<String> = []
        var heard: Set<String> = []
        var faults: Set<String> = []
        var counts = (messages: 0, strange: 0)
    }

    private static let writes: Set<SystemCall> = [
        .write, .truncate, .rename, .unlink, .makeDirectory, .setModified, .punchHole,
    ]

    private let state = Mutex(State())

    /// What came to light that must not be.
    var faults: Set<String> { state.withLock { $0.faults } }
    /// How many messages were seen to arrive, and how many of them were not what a device had sent, or not in their place.
    var counts: (messages: Int, strange: Int) { state.withLock { $0.counts } }

    func fault(_ sentence: String) { state.withLock { _ = $0.faults.insert(sentence) } }

    /// A device for whose disk it looks.
    func device(_ name: String, clock: VirtualClock, seed: UInt64) throws -> SimulatedDevice {
        var options = SimulatedDevice.Options(passcode: "2580")
        options.settings.grace = .zero
        let before: @Sendable (Int, SystemCall) -> Void = { [weak self] _, call in
            if Self.writes.contains(call) { self?.noteWrite(call, name) }
        }
        let device = try SimulatedDevice(
            options,
            clock: clock,
            random: SeededRandomSource(seed: seed),
            wrapping: { FaultInjectingFileSystem($0, FaultPlan(before: before)) }
        )
        try device.unlock("2580")
        return device
    }

    func watch(_ network: SimulatedNetwork) {
        network.tamper { [weak self] message in
            self?.noteSent(message)
            return [message.bytes]
        }
        network.observe { [weak self] in self?.noteDelivery($0, $1, $2) }
    }

    /// Whatever a device does next it does by itself.
    func begin() { state.withLock { $0.misled = [] } }

    private func noteSent(_ message: NetworkMessage) {
        state.withLock { state in
            switch message.kind {
            case .advertisement:
                state.advertisements[message.bytes] = state.advertisements.count + 1
            case .frame(let connection):
                let way = Way(connection: connection, receiver: message.receiver)
                state.frames[way, default: ([], 0)].sent.append(message.bytes)
            }
        }
    }

    private func noteDelivery(_ bytes: [UInt8], _ receiver: String, _ connection: Int) {
        state.withLock { state in
            var isTrue = false
            if connection == 0 {
                let number = state.advertisements[bytes] ?? 0
                isTrue = number > state.newest[receiver, default: 0]
                if isTrue { state.newest[receiver] = number }
            } else {
                let way = Way(connection: connection, receiver: receiver)
                if var frames = state.frames[way], frames.taken < frames.sent.count,
                    frames.sent[frames.taken] == bytes
                {
                    frames.taken += 1
                    state.frames[way] = frames
                    isTrue = true
                } else {
                    // Nothing after it can be in its place.
                    state.frames[way] = ([], 0)
                }
            }
            state.counts.messages += 1
            if isTrue {
                state.misled.remove(receiver)
            } else {
                state.counts.strange += 1
                state.misled.insert(receiver)
            }
        }
    }

    private func noteWrite(_ call: SystemCall, _ name: String) {
        state.withLock { state in
            guard state.misled.contains(name) else { return }
            state.faults.insert("'\(name)' writes (\(call)) after what does not authenticate")
        }
    }

    func note(_ notice: HandoffNotice, at name: String) {
        state.withLock { state in
            switch notice {
            case .sending: break
            case .continued(_, let offer, _):
                if !state.accepted.insert(offer.description).inserted {
                    state.faults.insert("continued twice")
                }
            case .wasContinued(_, let offer, _):
                if !state.accepted.contains(offer.description) {
                    state.faults.insert("heard of what no app has")
                }
                if !state.heard.insert(offer.description).inserted {
                    state.faults.insert("heard twice")
                }
            }
        }
    }
}
