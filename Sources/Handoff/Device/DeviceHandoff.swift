import DeviceIdentifiers
import KeyManagement
public import ProtectedStore
public import ProtectionModel
import SodiumCrypto
import Synchronization
public import TrustedDevices

/// The activities that a device offers to its user's other devices, and those that they offer to it.
///
/// Advertisements go by whatever way carries 160 bytes, and sessions over the connections that `connect` makes: no device
/// is found by being near. Nothing that does not authenticate changes anything here.
public final class DeviceHandoff: Sendable {
    /// What two devices have a session for.
    static let purpose = "handoff"

    /// The activity that is current on this device.
    struct Current {
        let activity: UserActivity
        let application: HandoffApplication
        let id: [UInt8]
        let continuations = Continuations()
        /// What was told of it last.
        var told: Told?
    }

    /// What others know of an activity, but for the time until which they do.
    struct Told: Equatable {
        let advertisement: Advertisement
        let expirationDate: Timestamp?

        init(_ advertisement: Advertisement, _ activity: UserActivity) {
            var ageless = advertisement
            ageless.expiry = 0
            self.advertisement = ageless
            expirationDate = activity.expirationDate
        }
    }

    /// Devices on which one activity was continued, also after it is no longer current.
    final class Continuations: Sendable {
        private let devices = Mutex<Set<TrustedDevice.ID>>([])

        func contains(_ device: TrustedDevice.ID) -> Bool {
            devices.withLock { $0.contains(device) }
        }

        /// False when it was there before.
        func insert(_ device: TrustedDevice.ID) -> Bool {
            devices.withLock { $0.insert(device).inserted }
        }
    }

    private struct State {
        var applications: [BundleIdentifier: HandoffApplication] = [:]
        var associations: [String: AssociationFile?] = [:]
        var current: Current?
        var observation: LockObservation?
    }

    let circle: TrustCircle
    let parameters: HandoffParameters
    let store: AdvertisementStore
    private let documents: @Sendable () -> DeviceDocuments
    private let connect: @Sendable (TrustedDevice) throws -> any DeviceConnection
    private let carry: @Sendable ([UInt8]) -> Void
    let observe: @Sendable (HandoffNotice) -> Void
    private let elsewhere: @Sendable () -> [UInt8]?
    private let state = Mutex(State())

    /// The activities of a device in its circle.
    ///
    /// - Parameters:
    ///   - device: Where sequences and keys are kept; it is kept alive.
    ///   - circle: The devices of its user.
    ///   - parameters: Limits on time and size.
    ///   - carry: Takes each new advertisement, of 160 bytes, to the other devices, by whatever way, and may lose it; what
    ///     comes there goes to ``receive(_:)``. Called by whoever changes an activity, so it must not wait for long.
    ///   - connect: Reaches one of them; what it throws is thrown on.
    public convenience init(
        _ device: any ProtectedDevice,
        in circle: TrustCircle,
        parameters: HandoffParameters = HandoffParameters(),
        carry: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        connect: @escaping @Sendable (TrustedDevice) throws -> any DeviceConnection
    ) {
        self.init(
            circle,
            { device.documents },
            parameters: parameters,
            carry: carry,
            connect: connect
        )
    }

    /// The activities of a device.
    ///
    /// `carry` takes each new advertisement to the other devices, `connect` reaches one of them, and `elsewhere` asks
    /// another process of this device that may have the current activity for its advertisement.
    package init(
        _ circle: TrustCircle,
        _ documents: @escaping @Sendable () -> DeviceDocuments,
        parameters: HandoffParameters = HandoffParameters(),
        carry: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        observing observe: @escaping @Sendable (HandoffNotice) -> Void = { _ in },
        elsewhere: @escaping @Sendable () -> [UInt8]? = { nil },
        connect: @escaping @Sendable (TrustedDevice) throws -> any DeviceConnection
    ) {
        self.circle = circle
        self.documents = documents
        self.parameters = parameters
        self.carry = carry
        self.observe = observe
        self.elsewhere = elsewhere
        self.connect = connect
        store = AdvertisementStore(documents)
        let observation = documents().keys.observe { [weak self] in self?.note($0) }
        state.withLock { $0.observation = observation }
    }

    var keys: any KeyService { documents().keys }
    var clock: any DeviceClock { keys.clock }

    /// Adds an app, or takes its new declarations.
    public func service(for application: HandoffApplication) -> HandoffService {
        state.withLock { $0.applications[application.identifier] = application }
        return HandoffService(application: application, device: self)
    }

    /// Takes the file of a site, by which its apps continue its pages; nil forgets it.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-payload`, and then no app continues pages of the site.
    public func setAssociations(_ file: [UInt8]?, of host: String) throws(ProtectionError) {
        let host = host.lowercased()
        state.withLock { $0.associations[host] = file == nil ? nil : .some(nil) }
        guard let file else { return }
        let associations = try AssociationFile(file)
        state.withLock { $0.associations[host] = .some(associations) }
    }

    // MARK: What this device offers

    func makeCurrent(
        _ activity: UserActivity,
        of application: HandoffApplication
    ) throws(ProtectionError) {
        let current = Current(
            activity: activity,
            application: application,
            id: keys.random.bytes(16)
        )
        let before = state.withLock { state in
            defer { state.current = current }
            return state.current
        }
        withExtendedLifetime(before) {}
        announce()
    }

    func resign(_ activity: UserActivity) {
        let gone = state.withLock { state -> Current? in
            guard state.current?.activity === activity else { return nil }
            defer { state.current = nil }
            return state.current
        }
        if gone != nil { announce() }
    }

    func changed(_ activity: UserActivity) {
        guard let current, current.activity === activity else { return }
        if Told(advertisement(of: current), activity) != current.told { announce() }
    }

    /// What others call the activity that is current here; nil for none.
    package var currentOffer: HandoffOffer.ID? {
        current.flatMap { HandoffOffer.ID(bytes: $0.id) }
    }

    /// The activity that others may hear of.
    var current: Current? { state.withLock { $0.current } }

    /// That activity, unless it is not offered now.
    var offered: Current? {
        get throws(ProtectionError) {
            guard try isOpen, let current, advertisement(of: current) != .withdrawn else {
                return nil
            }
            return current
        }
    }

    /// Tells the others what there is; what cannot be told now is told with the next session.
    private func announce() {
        guard let bytes = try? advertisement() else { return }
        carry(bytes)
    }

    /// The present advertisement, for who has not heard the last: 160 bytes, each time others; the offer lives anew from it on.
    ///
    /// - Throws: ``ProtectionError`` with `restricted`; `not-found` without a circle; `not-trusted` once the device is
    ///   removed; `protected-data-unavailable` before the first unlock.
    public func advertisement() throws(ProtectionError) -> [UInt8] {
        try checkRules()
        let standing = try ownStanding()
        let isOpen = try isOpen
        // Nothing that is current here must not withdraw what is current there.
        if current == nil, let bytes = elsewhere() { return bytes }
        // What is told later is newer, too: nobody comes in between.
        return try store.next(standing) {
            self.state.withLock { state in
                guard var current = state.current else { return .withdrawn }
                let advertisement = isOpen ? self.advertisement(of: current) : .withdrawn
                current.told = Told(advertisement, current.activity)
                state.current = current
                return advertisement
            }
        }
    }

    /// Whether anything is offered in the present state of the device.
    private var isOpen: Bool {
        get throws(ProtectionError) {
            guard parameters.resignsAtLock else { return true }
            return try ProtectionError.wrapping { try keys.status().isProtectedDataAvailable }
        }
    }

    private func advertisement(of current: Current) -> Advertisement {
        let activity = current.activity
        let content = activity.content
        let now = clock.wallTime()
        let end = now.adding(parameters.offerLifetime)
        let expiry = min(activity.expirationDate ?? end, end)
        guard activity.isEligibleForHandoff, !activity.isInvalid, expiry > now else {
            return .withdrawn
        }
        var flags: Advertisement.Flags = [.offered]
        if content.page != nil { flags.insert(.page) }
        if content.supportsStreams { flags.insert(.streams) }
        if content.isBrowsing { flags.insert(.browsing) }
        return Advertisement(
            flags: flags,
            activity: current.id,
            team: Advertisement.Name.team.hash(content.team),
            type: Advertisement.Name.type.hash(content.type),
            application: Advertisement.Name.app.hash(content.application),
            expiry: expiry.seconds
        )
    }

    private func note(_ notice: LockNotice) {
        guard case .event(let event) = notice else { return }
        switch event.kind {
        case .willBecomeUnavailable:
            guard parameters.resignsAtLock, let activity = current?.activity else { return }
            resign(activity)
        case .didBecomeAvailable where current != nil: announce()
        // What was in memory is gone.
        case .booted, .shutdown, .rebooted, .erased:
            state.withLock { $0.current = nil }
        default: break
        }
    }

    // MARK: What others offer

    /// Takes an advertisement of another device; false for one that is repeated, old, or nobody's, by which nothing changes.
    ///
    /// - Throws: ``ProtectionError`` with `restricted`, `protected-data-unavailable` before the first unlock,
    ///   `not-found` without a circle.
    @discardableResult
    public func receive(_ advertisement: [UInt8]) throws(ProtectionError) -> Bool {
        guard !store.saysNothingNew(advertisement) else { return false }
        try checkRules()
        return try store.take(advertisement, try ownStanding())
    }

    /// What the user's other devices offer now, by their names; also while this device is locked, and then, as ever, without a
    /// word of what it is about.
    ///
    /// - Throws: ``ProtectionError`` with `restricted`; `protected-data-unavailable` before the first unlock; `not-found`
    ///   without a circle.
    public func offers() throws(ProtectionError) -> [HandoffOffer] {
        try checkRules()
        let standing = try ownStanding()
        return try store.heard(standing).compactMap { sender, heard in
            standing.membership[sender].flatMap { offer(heard.advertisement, heard.at, of: $0) }
        }
        .sorted { ($0.device.name, $0.device.id) < ($1.device.name, $1.device.id) }
    }

    /// An offer while it lives; a clock that was set back makes none live longer.
    private func offer(
        _ advertisement: Advertisement,
        _ heardAt: Int64,
        of device: TrustedDevice
    ) -> HandoffOffer? {
        let end = Timestamp(seconds: heardAt).adding(parameters.offerLifetime).seconds
        let expiry = min(advertisement.expiry, end)
        guard advertisement.flags.contains(.offered),
            (heardAt..<max(heardAt, expiry)).contains(clock.wallTime().seconds),
            let id = HandoffOffer.ID(bytes: advertisement.activity)
        else { return nil }
        return HandoffOffer(
            id: id,
            device: device,
            opener: opener(of: advertisement),
            expires: Timestamp(seconds: expiry),
            supportsContinuationStreams: advertisement.flags.contains(.streams)
        )
    }

    /// Of the apps that declare the type the sender's own comes first, then the first by name.
    private func opener(of advertisement: Advertisement) -> HandoffOffer.Opener {
        let flags = advertisement.flags
        if !flags.contains(.browsing) {
            let able = applications.filter { app in
                Advertisement.Name.team.hash(app.team) == advertisement.team
                    && app.activityTypes.contains {
                        Advertisement.Name.type.hash($0) == advertisement.type
                    }
            }
            let same = able.first {
                Advertisement.Name.app.hash($0.identifier.description) == advertisement.application
            }
            if let app = same ?? able.first {
                return .application(app.identifier, others: able.count - 1)
            }
        }
        return flags.contains(.page) ? .browser : .nothing
    }

    private var applications: [HandoffApplication] {
        state.withLock { Array($0.applications.values) }
            .sorted { $0.identifier.description < $1.identifier.description }
    }

    /// The app that claims a page and that the page's site names, the first by name; whether the site's file was malformed.
    func application(
        continuing page: WebPage
    ) -> (application: HandoffApplication?, isMalformed: Bool) {
        let known = state.withLock { $0.associations[page.host] }
        let claiming = applications.filter { $0.claims(page.host) }
        guard !claiming.isEmpty, let known else { return (nil, false) }
        guard let file = known else { return (nil, true) }
        return (claiming.first { file.applications.contains($0.site) }, false)
    }

    /// Whether a type of an activity that was opened is the app's.
    func isDeclared(_ content: ActivityContent, by application: BundleIdentifier) -> Bool {
        let app = state.withLock { $0.applications[application] }
        return app?.team == content.team && app?.activityTypes.contains(content.type) == true
    }

    // MARK: Rules

    func checkRules() throws(ProtectionError) {
        guard try HandoffRulesStore(documents()).read().isAllowed else { throw .forbiddenHandoff }
    }

    /// - Throws: `ProtectionError` with `not-found`, `not-trusted`, `protected-data-unavailable`.
    func ownStanding() throws(ProtectionError) -> TrustCircle.Standing {
        guard let standing = try circle.standing() else { throw .noCircle }
        guard standing.membership[standing.own] != nil else {
            throw ProtectionError(.notTrusted, "this device does not belong to its circle")
        }
        return standing
    }

    func connection(to device: TrustedDevice) throws -> any DeviceConnection { try connect(device) }
}

extension ProtectionError {
    static let noApplication = ProtectionError(
        .noApplication,
        "no application on this device continues the activity, and it has no page"
    )
}
