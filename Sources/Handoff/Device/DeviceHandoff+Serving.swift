import ProtectedStore
public import ProtectionModel
import SodiumCrypto
public import TrustedDevices

extension DeviceHandoff {
    /// What one session has asked for so far.
    private struct Served {
        var current: Current?
        var isContinued = false
        var hasStreamed = false
        /// When it must have come further: nobody keeps a place by asking again and again.
        var deadline: Duration
    }

    /// Answers another device that has connected, until it closes the connection or is silent for the time of a continuation.
    ///
    /// - Throws: ``ProtectionError`` with `not-trusted`, `authentication-failure`, `busy`, `timed-out` when there was no
    ///   session, or it ended before its time.
    public func serve(_ connection: any DeviceConnection) throws(ProtectionError) {
        try ProtectionError.wrapping { try answer(connection) }
    }

    private func answer(_ connection: any DeviceConnection) throws {
        let link = HandoffLink(
            try circle.answer(for: [try SessionPurpose(Self.purpose)], over: connection)
        )
        defer { link.close() }
        do {
            // Who has not been heard out does not hear why.
            let message = try link.receive(within: parameters.continuationTimeLimit)
            try checkRules()
            try takeKeys(message, link)
            try sendKeys(link)
        } catch {
            if let error = error as? ProtectionError { try? link.refuse(error) }
            throw error
        }
        var served = Served(deadline: nextDeadline)
        while let message = try next(link, before: served.deadline) {
            try answer(message, link, &served)
        }
    }

    private var nextDeadline: Duration { clock.now() + parameters.continuationTimeLimit * 2 }

    /// The next message; nil once the other side has closed.
    private func next(_ link: HandoffLink, before deadline: Duration) throws -> [UInt8]? {
        do throws(ProtectionError) {
            let rest = deadline - clock.now()
            guard rest > .zero else {
                throw ProtectionError(.timedOut, "the other device takes too long to continue")
            }
            let message = try link.receive(within: min(rest, parameters.continuationTimeLimit))
            return message.withBytes(0..<message.count) { $0.array }
        } catch {
            guard error.code == .inputOutput else { throw error }
            return nil
        }
    }

    private func answer(
        _ message: [UInt8],
        _ link: HandoffLink,
        _ served: inout Served
    ) throws {
        // It is still reading what it was sent: to close now would take that from it.
        if served.hasStreamed, message[0] == HandoffMessage.credit.rawValue { return }
        let id = Array(message.dropFirst())
        guard id.count == 16 else { throw link.fail() }
        switch HandoffMessage(rawValue: message[0]) {
        case .request:
            do {
                let (current, sealed) = try payload(id, link)
                served = Served(current: current, deadline: served.deadline)
                try link.send(.payload, sealed)
            } catch let error as ProtectionError {
                try link.refuse(error)
            }
        case .continued:
            guard let current = served.current, current.id == id, !served.isContinued else {
                throw link.fail()
            }
            served.isContinued = true
            served.deadline = nextDeadline
            noteContinued(current, link)
        case .streams:
            guard let current = served.current, current.id == id, served.isContinued,
                !served.hasStreamed
            else { throw link.fail() }
            try open(current.activity, id, link)
            served.hasStreamed = true
            served.deadline = nextDeadline
        default: throw link.fail()
        }
    }

    /// Another device has it; who offers it hears so once.
    private func noteContinued(_ current: Current, _ link: HandoffLink) {
        let isFirst = current.continuations.insert(link.peer.id)
        try? link.send(.noted)
        guard isFirst else { return }
        if let offer = HandoffOffer.ID(bytes: current.id) {
            observe(.wasContinued(current.activity, offer, by: link.peer.id))
        }
        current.activity.delegate?.userActivityWasContinued(current.activity)
    }

    /// The current activity, sealed to the device that asks for it.
    private func payload(_ id: [UInt8], _ link: HandoffLink) throws -> (Current, [UInt8]) {
        try checkRules()
        guard let current = try offered, current.id == id else {
            throw ProtectionError.expiredOffer
        }
        guard !current.continuations.contains(link.peer.id) else {
            throw ProtectionError.alreadyContinued
        }
        let content = current.activity.saved(within: parameters.saveTimeLimit, clock)
        let bytes = try content.bytes()
        let sealed = try circle.seal(
            bytes.span.bytes,
            to: link.peer,
            info: HandoffMessage.info(link.handshakeHash),
            authenticating: id
        )
        if let offer = HandoffOffer.ID(bytes: id) {
            observe(.sending(current.activity, offer, to: link.peer.id))
        }
        return (current, sealed)
    }

    private func open(_ activity: UserActivity, _ id: [UInt8], _ link: HandoffLink) throws {
        guard activity.supportsContinuationStreams, let delegate = activity.delegate else {
            try link.refuse(.noStreams)
            return
        }
        try link.send(.streams, id)
        let streams = ActivityStreams(link, parameters)
        delegate.userActivity(activity, didReceive: streams)
        // Whoever has what it wanted may go at once.
        do throws(ProtectionError) { try streams.close() } catch {
            guard error.code == .inputOutput else { throw error }
        }
    }
}
