package import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
package import TrustedDevices

/// The ways between devices in memory: what they do to messages follows from a seed and from nothing else.
///
/// Times are those of one clock, which `wait` moves for all devices; whoever moves it otherwise calls ``deliver()``.
package final class MemoryNetwork: Sendable {
    /// What a device does with what comes.
    package struct Station: Sendable {
        /// Takes an advertisement.
        package let hear: @Sendable ([UInt8]) -> Void
        /// Answers whoever has connected.
        package let answer: @Sendable (any DeviceConnection) throws -> Void

        /// A place in the network.
        package init(
            hearing hear: @escaping @Sendable ([UInt8]) -> Void,
            answering answer: @escaping @Sendable (any DeviceConnection) throws -> Void
        ) {
            self.hear = hear
            self.answer = answer
        }
    }

    /// Sees a message before it is sent, and says what is sent in its place.
    package typealias Tampering = @Sendable (NetworkMessage) -> [[UInt8]]
    /// Hears what a device is about to get, and of which message of which connection it is; 0 for an advertisement.
    package typealias Delivery =
        @Sendable (_ bytes: [UInt8], _ receiver: String, _ connection: Int) -> Void

    private struct Pending {
        let arrival: Duration
        let bytes: [UInt8]
        let receiver: String
    }

    private struct State {
        var stations: [String: Station] = [:]
        var conditions = NetworkConditions()
        var random: SplitMix64
        var tampering: Tampering?
        var delivery: Delivery?
        var carried: [NetworkMessage] = []
        var count = 0
        var wires: [MemoryWire] = []
        var connectionCount = 0
        var pending: [Pending] = []
        var failures: [ProtectionError] = []
    }

    let clock: any DeviceClock
    private let wait: @Sendable (Duration) -> Void
    private let state: Mutex<State>

    /// A network without devices.
    package init(
        seed: UInt64,
        clock: any DeviceClock,
        waiting wait: @escaping @Sendable (Duration) -> Void
    ) {
        self.clock = clock
        self.wait = wait
        state = Mutex(State(random: SplitMix64(seed: seed)))
    }

    /// Gives a device its place, or another one; what it was connected to ends.
    package func add(_ name: String, _ station: Station) {
        state.withLock { $0.stations[name] = station }
        cut(name)
    }

    /// Ends all connections of a device.
    package func cut(_ name: String) {
        for wire in state.withLock({ $0.wires }) where wire.names.contains(name) { wire.cut() }
    }

    /// How bad it is.
    package var conditions: NetworkConditions {
        get { state.withLock { $0.conditions } }
        set { state.withLock { $0.conditions = newValue } }
    }

    /// Lets somebody change messages; nil nobody.
    package func tamper(_ tampering: Tampering?) { state.withLock { $0.tampering = tampering } }

    /// Tells of each message that a device is about to get.
    package func observe(_ delivery: Delivery?) { state.withLock { $0.delivery = delivery } }

    /// All that was sent, as it was sent.
    package var carried: [NetworkMessage] { state.withLock { $0.carried } }

    /// Forgets what was sent, and counts anew.
    package func forget() {
        state.withLock { state in
            state.carried = []
            state.count = 0
        }
    }

    /// What those that answered were refused with, or failed with, since the last call.
    package func takeFailures() -> [ProtectionError] {
        state.withLock { state in
            defer { state.failures = [] }
            return state.failures
        }
    }

    // MARK: Advertisements

    /// Takes an advertisement to all devices but its sender.
    package func carry(_ bytes: [UInt8], from sender: String) {
        let names = state.withLock { $0.stations.keys.sorted() }
        for name in names where name != sender {
            let arriving = transit(bytes, .advertisement, from: sender, to: name)
            state.withLock { state in
                state.pending += arriving.map {
                    Pending(arrival: $0.arrival, bytes: $0.bytes, receiver: name)
                }
            }
        }
        deliver()
    }

    /// Lets a message arrive once more, at once and whatever the network is like: an advertisement as it is, a frame as the first
    /// of a new connection.
    package func replay(_ message: NetworkMessage) throws(ProtectionError) {
        switch message.kind {
        case .advertisement: hear(message.bytes, at: message.receiver)
        case .frame:
            let connection = try connect(from: message.sender, to: message.receiver)
            try connection.send(message.bytes)
            connection.close()
        }
    }

    /// Delivers the advertisements whose time has come.
    package func deliver() {
        while true {
            let now = clock.now()
            let due = state.withLock { state -> Pending? in
                let next = state.pending.indices.min {
                    (state.pending[$0].arrival, $0) < (state.pending[$1].arrival, $1)
                }
                guard let next, state.pending[next].arrival <= now else { return nil }
                return state.pending.remove(at: next)
            }
            guard let due else { return }
            hear(due.bytes, at: due.receiver)
        }
    }

    private func hear(_ bytes: [UInt8], at name: String) {
        willDeliver(bytes, to: name, on: 0)
        state.withLock { $0.stations[name] }?.hear(bytes)
    }

    // MARK: Connections

    /// A connection to a device, which it answers on a thread of its own.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` for a name that no device has; `io-error` without threads to spare.
    package func connect(
        from client: String,
        to server: String
    ) throws(ProtectionError) -> any DeviceConnection {
        guard let station = state.withLock({ $0.stations[server] }) else {
            throw ProtectionError(.notFound, "no device of the network is called '\(server)'")
        }
        let wire = state.withLock { state in
            state.connectionCount += 1
            let wire = MemoryWire(state.connectionCount, [client, server], self)
            state.wires.append(wire)
            return wire
        }
        do throws(SystemError) {
            try SystemThread.detach { wire.serve(station.answer) }
        } catch {
            throw ProtectionError(.inputOutput, "the connection has no thread", cause: error)
        }
        return MemoryConnection(wire, MemoryWire.client)
    }

    func noteEnd(of wire: MemoryWire, _ failure: ProtectionError?) {
        state.withLock { state in
            state.wires.removeAll { $0 === wire }
            if let failure { state.failures.append(failure) }
        }
    }

    // MARK: On the way

    /// What becomes of a message, and when.
    func transit(
        _ bytes: [UInt8],
        _ kind: NetworkMessage.Kind,
        from sender: String,
        to receiver: String
    ) -> [(bytes: [UInt8], arrival: Duration)] {
        let (message, tampering) = state.withLock { state in
            state.count += 1
            let message = NetworkMessage(
                number: state.count,
                kind: kind,
                sender: sender,
                receiver: receiver,
                bytes: bytes
            )
            state.carried.append(message)
            return (message, state.tampering)
        }
        // Outside the lock: a device may be locked here, and resign.
        let sent = tampering?(message) ?? [bytes]
        let now = clock.now()
        return state.withLock { state in
            sent.flatMap { state.conditions.fate(of: $0, using: &state.random) }
                .map { ($0.bytes, now + $0.after) }
        }
    }

    func willDeliver(_ bytes: [UInt8], to receiver: String, on connection: Int) {
        state.withLock { $0.delivery }?(bytes, receiver, connection)
    }

    /// Lets time pass, for all devices.
    func pass(_ duration: Duration) {
        wait(duration)
        deliver()
    }
}

/// Something on its way from one device to another.
package struct NetworkMessage: Sendable {
    /// What is under way.
    package enum Kind: Sendable, Hashable {
        /// What tells of an activity, to whoever hears it.
        case advertisement
        /// A frame of a connection; connections are counted from 1.
        case frame(connection: Int)
    }

    /// Counted from 1, over all that the network has carried.
    package let number: Int
    /// What it is.
    package let kind: Kind
    /// The device that has sent it, by its name in the network.
    package let sender: String
    /// The device that it is for.
    package let receiver: String
    /// As it was sent.
    package let bytes: [UInt8]
}
