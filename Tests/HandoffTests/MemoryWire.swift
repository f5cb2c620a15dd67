import DeviceSimulation
import Foundation
import ProtectionModel
import Synchronization
import TrustedDevices

/// Both ends of a connection in memory.
///
/// Nobody waits for real time: once both ends wait and nothing is under way, the time of the one that is less patient is
/// over, and the clocks go on by that much.
final class MemoryWire: @unchecked Sendable {
    /// Sees each frame, and says what arrives instead.
    typealias Pass = @Sendable (_ isToServer: Bool, _ number: Int, _ frame: [UInt8]) -> [[UInt8]]

    private let condition = NSCondition()
    private let pass: Pass
    private let onSilence: @Sendable (Duration) -> Void
    // All of it behind the condition.
    private var queues: [[[UInt8]]] = [[], []]
    private var waiting: [Duration?] = [nil, nil]
    private var isClosed = false
    private var number = 0

    init(_ pass: @escaping Pass, onSilence: @escaping @Sendable (Duration) -> Void) {
        self.pass = pass
        self.onSilence = onSilence
    }

    /// The end of whoever connects, and that of whoever answers.
    var ends: (client: any DeviceConnection, server: any DeviceConnection) {
        (MemoryConnection(wire: self, own: 0), MemoryConnection(wire: self, own: 1))
    }

    fileprivate func send(_ frame: [UInt8], from end: Int) throws(ProtectionError) {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { throw ProtectionError(.inputOutput, "the way is closed") }
        defer { number += 1 }
        queues[1 - end] += pass(end == 0, number, frame)
        condition.broadcast()
    }

    fileprivate func receive(
        at end: Int,
        within limit: Duration
    ) throws(ProtectionError) -> [UInt8] {
        condition.lock()
        defer {
            waiting[end] = nil
            condition.unlock()
        }
        waiting[end] = limit
        condition.broadcast()
        while queues[end].isEmpty {
            guard !isClosed else { throw ProtectionError(.inputOutput, "the way is closed") }
            if let other = waiting[1 - end], queues[1 - end].isEmpty,
                (limit, end) < (other, 1 - end)
            {
                onSilence(limit)
                throw ProtectionError(.timedOut, "nothing came")
            }
            condition.wait()
        }
        return queues[end].removeFirst()
    }

    fileprivate func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}

private struct MemoryConnection: DeviceConnection {
    let wire: MemoryWire
    let own: Int

    func send(_ frame: [UInt8]) throws(ProtectionError) { try wire.send(frame, from: own) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        try wire.receive(at: own, within: limit)
    }

    func close() { wire.close() }
}

/// Runs something beside the test, and gives what came of it.
final class Beside<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Result) {
        Thread { [self] in
            let outcome = Swift.Result { try body() }
            result.withLock { $0 = outcome }
            done.signal()
        }
        .start()
    }

    func value() throws -> Result {
        done.wait()
        defer { done.signal() }
        guard let outcome = result.withLock({ $0 }) else { preconditionFailure("it has ended") }
        return try outcome.get()
    }
}
