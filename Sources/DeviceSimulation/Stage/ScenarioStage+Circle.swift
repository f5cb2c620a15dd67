import DeviceIdentifiers
import Handoff
import ProtectedStore
import ProtectionModel
import SimulatedNetwork
import Synchronization
import TrustedDevices

/// The place of a scenario's device among others, and what its apps do there.
struct StagePlace {
    let circle: SimulatedCircle
    let member: CircleMember
    /// What the apps of the device declare.
    var declarations: [BundleIdentifier: StepDeclarations] = [:]
    /// What the user does now.
    var current: UserActivity?
    var talker: StreamTalker?
    /// What came last from another device, with its connection.
    var continued: ContinuedActivity?

    init(_ circle: SimulatedCircle, _ member: CircleMember) {
        self.circle = circle
        self.member = member
    }

    /// The apps are started anew, with nothing in memory.
    mutating func relaunch() throws {
        (current, talker, continued) = (nil, nil, nil)
        circle.relaunch(member)
        for (application, declarations) in declarations {
            _ = member.handoff.service(for: try Self.application(application, declarations))
        }
    }

    mutating func declare(
        _ declarations: StepDeclarations?,
        by application: BundleIdentifier
    ) throws {
        let declarations =
            declarations ?? StepDeclarations(team: StepDeclarations.team, types: [])
        self.declarations[application] = declarations
        _ = member.handoff.service(for: try Self.application(application, declarations))
    }

    func service(of application: BundleIdentifier) throws -> HandoffService {
        guard let declarations = declarations[application] else {
            throw ProtectionError(.notFound, "'\(application)' is not installed")
        }
        return member.handoff.service(for: try Self.application(application, declarations))
    }

    private static func application(
        _ identifier: BundleIdentifier,
        _ declarations: StepDeclarations
    ) throws -> HandoffApplication {
        try HandoffApplication(
            identifier,
            team: declarations.team,
            activityTypes: declarations.types
        )
    }

    func other(_ name: String) throws -> CircleMember {
        guard let other = circle.members.first(where: { $0.name == name }) else {
            throw ProtectionError(.notFound, "no device is called '\(name)'")
        }
        return other
    }
}

/// Says its text to whoever goes on with an activity, and hears what that says.
final class StreamTalker: UserActivityDelegate {
    private let text: [UInt8]
    private let state = Mutex<[UInt8]>([])

    init(_ text: [UInt8]) { self.text = text }

    /// What was said so far.
    var heard: [UInt8] { state.withLock { $0 } }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        // What fails here fails at the other side, too, where a step says so.
        try? streams.write(text)
        try? streams.finish()
        while let bytes = try? streams.read(upTo: ActivityStreams.chunkByteLimit), !bytes.isEmpty {
            state.withLock { $0 += bytes }
        }
    }
}

/// What the devices of a scenario do with each other.
extension ScenarioStage {
    mutating func handOff(_ step: CircleStep) throws -> StepFacts {
        do {
            guard var place else {
                throw ProtectionError(.internalError, "a scenario with one device has no circle")
            }
            defer { self.place = place }
            return try Self.handOff(step, &place)
        } catch let error as ProtectionError {
            throw ProtectionError(error.code, error.description)
        }
    }

    private static func handOff(
        _ step: CircleStep,
        _ place: inout StagePlace
    ) throws -> StepFacts {
        var facts = StepFacts()
        switch step {
        case .pair(let name): try place.circle.pair(place.member, with: try place.other(name))
        case .unpair(let name):
            try place.circle.unpair(try place.other(name), by: place.member)
        case .meet(let name): try place.circle.meet(place.member, try place.other(name))
        case .network(let conditions): place.circle.network.conditions = conditions
        case .replay(let number):
            facts[.count] = .number(UInt64(try replay(number, place)))
        case .begin(let activity): try begin(activity, &place)
        case .change(let changes):
            guard let current = place.current else { throw ProtectionError.nothingCurrent }
            try apply(changes, to: current, at: place.member.device.clock.wallTime())
        case .resign:
            guard let current = place.current else { throw ProtectionError.nothingCurrent }
            current.resignCurrent()
        case .lookAtOffers: facts.note(try place.member.handoff.offers())
        case .continue(let device, let application):
            facts.note(try goOn(device, application, &place))
        case .stream(let content, let isReading):
            if let bytes = try talk(content, isReading: isReading, &place) { facts.note(bytes) }
        }
        return facts
    }

    /// Lets an advertisement arrive again at all other devices.
    ///
    /// - Returns: how many took it for news.
    private static func replay(_ number: Int, _ place: StagePlace) throws -> Int {
        var sent: [[UInt8]] = []
        for message in place.circle.network.carried
        where message.kind == .advertisement && message.sender == place.member.name
            && message.bytes != sent.last
        {
            sent.append(message.bytes)
        }
        guard sent.indices.contains(number - 1) else {
            throw ProtectionError(
                .notFound,
                "'\(place.member.name)' has sent \(sent.count) advertisements so far"
            )
        }
        return place.circle.members.count { member in
            guard member !== place.member else { return false }
            return (try? member.handoff.receive(sent[number - 1])) == true
        }
    }

    private static func begin(_ step: StepActivity, _ place: inout StagePlace) throws {
        let activity = try place.service(of: step.application).activity(step.type)
        if let stream = step.stream {
            activity.supportsContinuationStreams = true
            let talker = StreamTalker(stream.bytes)
            activity.delegate = talker
            place.talker = talker
        }
        try apply(step.changes, to: activity, at: place.member.device.clock.wallTime())
        try activity.becomeCurrent()
        place.current = activity
    }

    private static func apply(
        _ changes: StepActivity.Changes,
        to activity: UserActivity,
        at now: Timestamp
    ) throws {
        if let title = changes.title { activity.title = title }
        if let info = changes.userInfo { try activity.setUserInfo(info) }
        if let page = changes.page { try activity.setWebpageURL(page) }
        if let expires = changes.expires { activity.expirationDate = now.adding(expires) }
        if let isEligible = changes.isEligible { activity.isEligibleForHandoff = isEligible }
    }

    private static func goOn(
        _ name: String,
        _ application: BundleIdentifier?,
        _ place: inout StagePlace
    ) throws -> ContinuedActivity {
        let offers = try place.member.handoff.offers()
        guard let offer = offers.first(where: { $0.device.name == name }) else {
            throw ProtectionError(.expired, "'\(name)' offers nothing, as far as this device knows")
        }
        place.continued?.close()
        place.continued = nil
        let continued =
            if let application {
                try place.service(of: application).continueActivity(offer.id)
            } else {
                try place.member.handoff.continueActivity(offer.id)
            }
        place.continued = continued
        return continued
    }

    /// Says something to the app that the activity came from, or reads what that has said; of the device that has the
    /// activity, what it was told.
    private static func talk(
        _ content: StepContent?,
        isReading: Bool,
        _ place: inout StagePlace
    ) throws -> [UInt8]? {
        guard let continued = place.continued else {
            guard let talker = place.talker, content == nil else {
                throw ProtectionError(.notFound, "nothing was continued here that has streams")
            }
            return talker.heard
        }
        defer { continued.close() }
        place.continued = nil
        let streams = try continued.streams()
        if let content { try streams.write(content.bytes) }
        try streams.finish()
        guard isReading else { return nil }
        var bytes: [UInt8] = []
        while true {
            let more = try streams.read(upTo: ActivityStreams.chunkByteLimit)
            guard !more.isEmpty else { return bytes }
            bytes += more
        }
    }
}

extension ProtectionError {
    fileprivate static let nothingCurrent = ProtectionError(
        .notFound,
        "no activity is current on this device: begin one with 'activity'"
    )
}
