import Dispatch
import ProtectionModel
import Synchronization
import TrustedDevices

/// Both ends of a connection in memory, of which one runs at a time: so one seed gives one story.
///
/// The side that has connected runs until it waits for a frame, or closes; then the one that answers does, on a thread of
/// its own, until it waits, too. Nobody waits for real time: once both do, it is the moment of whatever comes next.
final class MemoryWire: Sendable {
    /// The side that has connected, and the one that answers.
    static let client = 0
    static let server = 1

    private struct Side {
        var frames: [(bytes: [UInt8], arrival: Duration)] = []
        /// Until when it waits; nil while it has something to do.
        var deadline: Duration?
        var hasEnded = false

        func hasFrame(at now: Duration) -> Bool { frames.first.map { $0.arrival <= now } ?? false }

        /// One that comes later than others stands behind them.
        mutating func take(_ frame: (bytes: [UInt8], arrival: Duration)) {
            let place = frames.firstIndex { $0.arrival > frame.arrival }
            frames.insert(frame, at: place ?? frames.endIndex)
        }

        /// When something comes next, if only the end of its patience.
        var next: Duration? {
            guard !hasEnded, let deadline else { return nil }
            return min(deadline, frames.first?.arrival ?? deadline)
        }
    }

    private struct State {
        var sides = [Side(), Side()]
        var isClosed = false
        /// The side that runs.
        var turn = MemoryWire.client
    }

    private enum Turn {
        case frame([UInt8])
        case closed
        case silence
        case other
        case pass(Duration)
    }

    let number: Int
    /// By the names of their devices.
    let names: [String]
    private let network: SimulatedNetwork
    private let state = Mutex(State())
    private let turns = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

    init(_ number: Int, _ names: [String], _ network: SimulatedNetwork) {
        self.number = number
        self.names = names
        self.network = network
    }

    func send(_ bytes: [UInt8], from end: Int) throws(ProtectionError) {
        try checkOpen()
        let arriving = network.transit(
            bytes,
            .frame(connection: number),
            from: names[end],
            to: names[1 - end]
        )
        // What happens to devices on the way may close it.
        try checkOpen()
        state.withLock { state in
            for frame in arriving { state.sides[1 - end].take(frame) }
        }
    }

    private func checkOpen() throws(ProtectionError) {
        guard !state.withLock({ $0.isClosed }) else { throw .closedWire }
    }

    func receive(at end: Int, within limit: Duration) throws(ProtectionError) -> [UInt8] {
        let deadline = network.clock.now() + limit
        while true {
            switch next(at: end, until: deadline) {
            case .frame(let bytes):
                network.willDeliver(bytes, to: names[end], on: number)
                return bytes
            case .closed: throw .closedWire
            case .silence:
                throw ProtectionError(.timedOut, "the other device does not answer in time")
            case .other: handOver(from: end)
            case .pass(let duration): network.pass(duration)
            }
        }
    }

    private func next(at end: Int, until deadline: Duration) -> Turn {
        let now = network.clock.now()
        return state.withLock { state in
            state.sides[end].deadline = nil
            if state.sides[end].hasFrame(at: now) {
                return .frame(state.sides[end].frames.removeFirst().bytes)
            }
            if state.isClosed, state.sides[end].frames.isEmpty { return .closed }
            guard deadline > now else {
                // Whoever has connected has waited longer, if only by an instant.
                let client = state.sides[Self.client]
                let isSecond = end == Self.server && !client.hasEnded
                return isSecond && client.deadline.map { $0 <= now } == true ? .other : .silence
            }
            state.sides[end].deadline = deadline
            let other = state.sides[1 - end]
            if !other.hasEnded {
                guard let patience = other.deadline else { return .other }
                let mayGoOn = other.hasFrame(at: now) || patience <= now
                if mayGoOn || state.isClosed && other.frames.isEmpty { return .other }
            }
            let moments = state.sides.compactMap(\.next)
            return .pass((moments.min() ?? deadline) - now)
        }
    }

    private func handOver(from end: Int) {
        state.withLock { $0.turn = 1 - end }
        turns[1 - end].signal()
        turns[end].wait()
    }

    /// Lets the side that answers run, when its turn comes.
    func serve(_ answer: @Sendable (any DeviceConnection) throws -> Void) {
        turns[Self.server].wait()
        var failure: ProtectionError?
        do { try answer(MemoryConnection(self, Self.server)) } catch {
            failure = error as? ProtectionError ?? ProtectionError(.internalError, "\(error)")
        }
        network.noteEnd(of: self, failure)
        state.withLock { state in
            state.sides[Self.server].hasEnded = true
            state.isClosed = true
            state.turn = Self.client
        }
        turns[Self.client].signal()
    }

    /// Ends it for both; the one that answers has come to its end when the other side's call returns.
    func close(from end: Int) {
        let mustWait = state.withLock { state in
            state.isClosed = true
            guard end == Self.client else { return false }
            state.sides[end].hasEnded = true
            return state.turn == end && !state.sides[Self.server].hasEnded
        }
        if mustWait { handOver(from: end) }
    }

    /// Ends it from outside, as when a device goes.
    func cut() { state.withLock { $0.isClosed = true } }
}

/// One end of a wire.
final class MemoryConnection: DeviceConnection {
    private let wire: MemoryWire
    private let end: Int

    init(_ wire: MemoryWire, _ end: Int) {
        self.wire = wire
        self.end = end
    }

    deinit { wire.close(from: end) }

    func send(_ frame: [UInt8]) throws(ProtectionError) { try wire.send(frame, from: end) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        try wire.receive(at: end, within: limit)
    }

    func close() { wire.close(from: end) }
}

extension ProtectionError {
    fileprivate static let closedWire = ProtectionError(
        .inputOutput,
        "the connection was closed"
    )
}
