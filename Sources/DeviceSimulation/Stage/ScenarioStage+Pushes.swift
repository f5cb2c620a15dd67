import DeviceIdentifiers
import KeyManagement
import ProtectedNotifications
import ProtectionModel

/// What is around a scenario's device that notifications come from.
struct StageSurroundings {
    /// The service extensions of applications.
    var services: [BundleIdentifier: StepService] = [:]
    /// What the servers of applications were told.
    var registrations: [BundleIdentifier: PushRegistration] = [:]
    /// What the push service keeps while the device is off.
    var waiting = WaitingPushes()
    /// The number of the last sealed push.
    var sequence: UInt64 = 0
    /// When a request is due next, by the device's clock; nil when none is known to be.
    var due: Duration?
}

/// The time that passes on a scenario's device.
extension ScenarioStage {
    /// At so many moments within one step requests come at their time; the rest comes at its end.
    private static let stopLimit = 100

    /// Lets time pass, and stops where a request is due: what comes before the device locks by itself is not
    /// locked.
    ///
    /// Nobody looks at the device's documents in between, because a device that is used does not lock itself.
    mutating func pass(_ duration: Duration) throws {
        let end = device.clock.now() + duration
        var stops = 0
        while let due = surroundings.due, due <= end {
            stops += 1
            let moment = stops < Self.stopLimit ? due : end
            device.advance(by: max(.zero, moment - device.clock.now()))
            try noteDue()
            if moment == end { break }
        }
        device.advance(by: end - device.clock.now())
    }

    /// Delivers what is due now, and notes when something is due next.
    mutating func noteDue() throws {
        try notifications.advance()
        let now = device.clock.wallTime()
        surroundings.due = try notifications.nextDue().map { due in
            let nanoseconds = due.nanoseconds - now.nanoseconds
            return device.clock.now() + .seconds(due.seconds - now.seconds)
                + .nanoseconds(nanoseconds)
        }
    }
}

/// The pushes that are sent to a scenario's device.
extension ScenarioStage {
    mutating func send(
        _ push: StepPush,
        to application: BundleIdentifier
    ) throws -> StepFacts {
        let payload = try payload(push, for: application)
        guard device.lockMachine.state != .off else {
            surroundings.waiting.add(payload, for: application)
            var facts = StepFacts()
            facts[.outcome] = .text(OtherOutcome.waiting.rawValue)
            return facts
        }
        return try deliver(payload, to: application)
    }

    /// Delivers what has waited for the device; no facts when there was nothing.
    mutating func deliverWaiting() throws -> StepFacts {
        var facts = StepFacts()
        guard device.lockMachine.state != .off else { return facts }
        let pushes = surroundings.waiting.take()
        for push in pushes { _ = try deliver(push.payload, to: push.application) }
        if !pushes.isEmpty { facts[.count] = .number(UInt64(pushes.count)) }
        return facts
    }

    private func deliver(
        _ payload: RemotePayload,
        to application: BundleIdentifier
    ) throws -> StepFacts {
        var refusal: ProtectionError?
        let outcome = try notifications.receive(payload, for: application) { request in
            guard let service = surroundings.services[application] else { return nil }
            var run = StageServiceRun(service, of: application, on: device, payload, request)
            defer { refusal = run.refusal }
            return run.finish()
        }
        var facts = StepFacts()
        facts.note(outcome, refusal?.code.description)
        return facts
    }

    private mutating func payload(
        _ push: StepPush,
        for application: BundleIdentifier
    ) throws -> RemotePayload {
        let now = device.clock.wallTime()
        let expiration = push.expires.map { now.adding($0) }
        let headers = try RemotePayload.Headers(
            push.body.pushType,
            collapseID: push.collapseID,
            expiration: expiration
        )
        switch push.body {
        case .alert(let content): return try RemotePayload(content, headers)
        case .sealed(let content, let protection, let alert):
            surroundings.sequence += 1
            let message = PushMessage(
                content,
                sent: now,
                expires: expiration,
                sequence: surroundings.sequence,
                identifier: String(surroundings.sequence)
            )
            let sealed = try seal(message, for: application, protection, headers)
            return try RemotePayload(alert, sealed: sealed, headers)
        case .json(let json): return try RemotePayload(reading: Array(json.utf8), headers)
        case .silent:
            let json = #"{"aps":{"content-available":1}}"#
            return try RemotePayload(reading: Array(json.utf8), headers)
        }
    }

    private func seal(
        _ message: PushMessage,
        for application: BundleIdentifier,
        _ protection: ProtectionClass?,
        _ headers: RemotePayload.Headers
    ) throws -> SealedPush {
        guard let registration = surroundings.registrations[application] else {
            throw ProtectionError(
                .notFound,
                "'\(application)' is not registered for sealed pushes"
            )
        }
        // To the key that can be opened while locked, where there is a choice.
        let classes = registration.keys.map(\.protection)
        let usual = ProtectionClass.completeUntilFirstUserAuthentication
        let known = classes.contains(usual) ? usual : classes.first
        return try SealedPush.seal(
            message,
            to: registration,
            as: protection ?? known ?? usual,
            headers
        )
    }
}

extension StepPush.Body {
    fileprivate var pushType: RemotePayload.Headers.PushType {
        switch self {
        case .silent: .background
        case .alert, .sealed, .json: .alert
        }
    }
}
