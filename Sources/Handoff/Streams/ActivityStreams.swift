public import ProtectedStore
public import ProtectionModel
import SodiumCrypto
import Synchronization
import TrustedDevices

/// The streams between the apps that have handed an activity on: one each way, in a session.
///
/// No more than 256 KiB are under way in a direction, and none waits for longer than a continuation may take. One thread
/// uses it at a time; two sides that both write more than that without reading wait for each other until the time is over.
public final class ActivityStreams: Sendable {
    /// How much may be sent before the other side has read, in bytes (M).
    package static let window = 256 * 1_024
    /// What one message carries at most, in bytes.
    package static let chunkByteLimit = DeviceSession.byteLimit - 1
    private static let creditStep = window / 4

    private struct State {
        var credit = ActivityStreams.window
        var sent: UInt64 = 0
        var received: UInt64 = 0
        /// What the other side may still send.
        var granted = ActivityStreams.window
        var read = 0
        var arrived: [UInt8] = []
        var start = 0
        var protection: ProtectionClass?
        var hasFinished = false
        var isOver = false
        var failure: ProtectionError?
    }

    private let link: HandoffLink
    private let parameters: HandoffParameters
    private let state = Mutex(State())

    init(_ link: HandoffLink, _ parameters: HandoffParameters) {
        self.link = link
        self.parameters = parameters
    }

    // MARK: Bytes

    /// Sends bytes; waits while the other side has too much that it has not read.
    ///
    /// - Throws: ``ProtectionError`` with `limit-exceeded` for more than a stream carries, `timed-out`, `handle-closed`
    ///   after ``finish()``, and why the other side has given up.
    public func write(_ bytes: [UInt8]) throws(ProtectionError) {
        try using { (state) throws(ProtectionError) in
            guard !state.hasFinished else { throw .finishedStream }
            guard UInt64(bytes.count) <= parameters.streamByteLimit - state.sent else {
                throw .longStream
            }
            var rest = bytes[...]
            while !rest.isEmpty {
                while state.credit == 0 { try pump(&state) }
                let chunk = rest.prefix(min(state.credit, Self.chunkByteLimit))
                try link.send(.data, Array(chunk))
                state.credit -= chunk.count
                state.sent += UInt64(chunk.count)
                rest = rest.dropFirst(chunk.count)
            }
        }
    }

    /// The next bytes, at most `count`; none once the other side has finished.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`, `authentication-failure`, `limit-exceeded`, and why the other side
    ///   has given up, but only after what it has sent before.
    public func read(upTo count: Int) throws(ProtectionError) -> [UInt8] {
        try using { (state) throws(ProtectionError) in
            while state.arrived.count == state.start, !state.isOver { try pump(&state) }
            let end = min(state.arrived.count, state.start + max(count, 0))
            let bytes = Array(state.arrived[state.start..<end])
            state.start = end
            if state.start == state.arrived.count {
                state.arrived.removeAll(keepingCapacity: true)
                state.start = 0
                if bytes.isEmpty, let failure = state.failure { throw failure }
            }
            state.read += bytes.count
            if state.read >= Self.creditStep, !state.isOver { try grant(&state) }
            return bytes
        }
    }

    /// Says that no more will be sent.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`, `io-error`.
    public func finish() throws(ProtectionError) {
        try using { (state) throws(ProtectionError) in
            guard !state.hasFinished else { return }
            state.hasFinished = true
            try link.send(.end)
        }
    }

    /// Says that what was sent is not all, and why; nothing happens after ``finish()``.
    package func giveUp(_ error: ProtectionError) {
        state.withLock { state in
            guard !state.hasFinished else { return }
            state.hasFinished = true
            try? link.refuse(error)
        }
    }

    /// Takes leave of the other side, whatever it has still sent.
    func close() throws(ProtectionError) {
        try finish()
        try using { (state) throws(ProtectionError) in
            while !state.isOver {
                state.arrived.removeAll()
                state.start = 0
                try pump(&state)
                state.read = Self.window - state.granted
                if state.read >= Self.creditStep, !state.isOver { try grant(&state) }
            }
        }
    }

    private func using<Result>(
        _ body: (inout State) throws(ProtectionError) -> Result
    ) throws(ProtectionError) -> Result {
        try state.withLock { (state) throws(ProtectionError) in try body(&state) }
    }

    private func grant(_ state: inout State) throws(ProtectionError) {
        let count = state.read
        try link.send(.credit, (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
        state.granted += count
        state.read = 0
    }

    // MARK: Messages

    /// Takes the next message.
    private func pump(_ state: inout State) throws(ProtectionError) {
        let message = try link.receive(within: parameters.continuationTimeLimit)
        let kind = message.withBytes(0..<1) { $0.array[0] }
        switch HandoffMessage(rawValue: kind) {
        case .data: try take(message, &state)
        case .credit:
            let bytes = message.withBytes(1..<message.count) { $0.array }
            let count = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard bytes.count == 4, count > 0, count <= Self.window - state.credit else {
                throw link.fail()
            }
            state.credit += count
        case .end:
            guard message.count == 1, !state.isOver else { throw link.fail() }
            state.isOver = true
        case .protection:
            let bytes = message.withBytes(1..<message.count) { $0.array }
            guard state.protection == nil, state.received == 0, !state.isOver, bytes.count == 1,
                let protection = ProtectionClass(rawValue: bytes[0])
            else { throw link.fail() }
            state.protection = protection
        case .refusal:
            guard message.count == 2, !state.isOver else { throw link.fail() }
            let reason = message.withBytes(1..<2) { $0.array[0] }
            state.failure = (HandoffRefusal(rawValue: reason) ?? .other).error
            state.isOver = true
        default: throw link.fail()
        }
    }

    private func take(
        _ message: borrowing WipedBuffer,
        _ state: inout State
    ) throws(ProtectionError) {
        let count = message.count - 1
        guard count > 0, count <= state.granted, !state.isOver else { throw link.fail() }
        guard UInt64(count) <= parameters.streamByteLimit - state.received else {
            link.close()
            throw .longStream
        }
        state.granted -= count
        state.received += UInt64(count)
        if state.start > 0 {
            state.arrived.removeSubrange(..<state.start)
            state.start = 0
        }
        message.withBytes(1..<message.count) { bytes in
            state.arrived.append(contentsOf: bytes.array)
        }
    }

    // MARK: Files

    /// Sends a file of this device with the name of its class, and finishes; when it can no longer be read, the other side
    /// hears that as well.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `not-found`; as ``write(_:)``.
    public func send(_ path: DevicePath, of files: FileStore) throws(ProtectionError) {
        do throws(ProtectionError) {
            let file = try files.open(path, .read)
            defer { try? file.close() }
            let protection = try file.metadata().protection
            try link.send(.protection, [protection.rawValue])
            var offset: UInt64 = 0
            while true {
                let bytes = try file.read(at: offset, count: Self.chunkByteLimit)
                guard !bytes.isEmpty else { break }
                try write(bytes)
                offset += UInt64(bytes.count)
            }
        } catch {
            giveUp(error)
            throw error
        }
        try finish()
    }

    /// Writes what the other side sends to a new file, of its class or of a stronger one; what has come before an error stays.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a weaker class than the sender's, `already-exists`,
    ///   `protected-data-unavailable`; as ``read(upTo:)``.
    public func receive(
        to path: DevicePath,
        of files: FileStore,
        as wanted: ProtectionClass? = nil
    ) throws(ProtectionError) {
        let protection = try self.protection()
        let chosen = wanted ?? protection
        guard chosen.strength >= protection.strength else {
            throw ProtectionError(
                .invalidArgument,
                "the file was protected as \(protection.name), and would be less so as \(chosen.name)"
            )
        }
        let file = try files.open(path, .write, creating: true, exclusive: true, as: chosen)
        do throws(ProtectionError) {
            while true {
                let bytes = try read(upTo: Self.chunkByteLimit)
                guard !bytes.isEmpty else { break }
                try file.append(bytes)
            }
        } catch {
            try? file.close()
            throw error
        }
        try file.close()
    }

    /// The class of what comes: that of the sender's file, or for bytes without one the strictest.
    private func protection() throws(ProtectionError) -> ProtectionClass {
        try using { (state) throws(ProtectionError) in
            while state.protection == nil, state.arrived.isEmpty, !state.isOver {
                try pump(&state)
            }
            if state.protection == nil, state.arrived.isEmpty, let failure = state.failure {
                throw failure
            }
            return state.protection ?? .complete
        }
    }
}

extension ProtectionError {
    fileprivate static let finishedStream = ProtectionError(
        .handleClosed,
        "the stream was finished, and carries no more"
    )

    fileprivate static let longStream = ProtectionError(
        .limitExceeded,
        "the stream would carry more than it may"
    )
}
