public import DeviceIdentifiers
public import ProtectionModel
import KeyManagement
import SodiumCrypto
public import TrustedDevices

/// An activity of another device as it arrives.
public struct ContinuedActivity: Sendable {
    /// What goes on with it.
    public enum Opener: Sendable, Hashable {
        /// An app.
        case application(BundleIdentifier)
        /// A browser, with the activity's page.
        case browser
    }

    /// The activity; it cannot become current here.
    public let activity: UserActivity
    /// What goes on with it.
    public let opener: Opener
    /// The device it comes from.
    public let device: TrustedDevice
    /// Whether the site's file was malformed, for which alone no app has the page.
    public let hasMalformedAssociations: Bool
    private let link: HandoffLink
    private let id: [UInt8]
    private let parameters: HandoffParameters

    init(
        _ activity: UserActivity,
        _ opener: (opener: Opener, isMalformed: Bool),
        _ id: [UInt8],
        _ link: HandoffLink,
        _ parameters: HandoffParameters
    ) {
        self.activity = activity
        self.opener = opener.opener
        hasMalformedAssociations = opener.isMalformed
        device = link.peer
        self.id = id
        self.link = link
        self.parameters = parameters
    }

    /// Opens streams to the app that the activity comes from (`getContinuationStreams`).
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` unless the activity supports them; `timed-out`, `io-error`.
    public func streams() throws(ProtectionError) -> ActivityStreams {
        guard activity.supportsContinuationStreams else { throw .noStreams }
        try link.send(.streams, id)
        let answer = try link.receive(.streams, within: parameters.continuationTimeLimit)
        guard answer == id else { throw link.fail() }
        return ActivityStreams(link, parameters)
    }

    /// Ends what connects it with the other device.
    public func close() { link.close() }
}

extension DeviceHandoff {
    /// Continues what another device offers: fetches it, opens it, has `accept` take it, and tells the other device.
    ///
    /// What `accept` throws is thrown, and then the other device hears nothing, and its offer stays.
    ///
    /// - Throws: ``ProtectionError`` with `expired`, `already-exists` for one that was continued here, `no-application`,
    ///   `restricted`, `timed-out`; `authentication-failure` when two devices claim the offer;
    ///   `protected-data-unavailable` while this device is locked.
    @discardableResult
    public func continueActivity(
        _ id: HandoffOffer.ID,
        accepting accept: (ContinuedActivity) throws -> Void = { _ in }
    ) throws -> ContinuedActivity {
        let named = try offers().filter { $0.id == id }
        guard let offer = named.first else { throw ProtectionError.expiredOffer }
        // Who has heard of an offer could give its own the same name.
        guard named.count == 1 else { throw ProtectionError.twoOffers }
        guard offer.opener != .nothing else { throw ProtectionError.noApplication }
        let standing = try ownStanding()
        guard try !store.hasContinued(id.bytes, of: offer.device.id, standing) else {
            throw ProtectionError.alreadyContinued
        }
        let deadline = clock.now() + parameters.continuationTimeLimit
        let link = try open(to: offer.device)
        do {
            let content = try fetch(id.bytes, link, until: deadline)
            let opener = try opener(of: content, offer.opener)
            let activity = ContinuedActivity(
                UserActivity(content, owner: nil),
                opener,
                id.bytes,
                link,
                parameters
            )
            try accept(activity)
            observe(.continued(activity.activity, id, from: offer.device.id))
            // The app has it, whatever becomes of the news.
            try? store.noteContinued(id.bytes, of: offer.device.id, standing)
            try? tell(id.bytes, link, until: deadline)
            if !content.supportsStreams { link.close() }
            return activity
        } catch {
            link.close()
            throw error
        }
    }

    /// Has a session with a device for nothing but to give it this one's key and hear of its activity.
    ///
    /// - Throws: ``ProtectionError`` with `restricted`, `timed-out`, `io-error`, `not-trusted`,
    ///   `protected-data-unavailable` before the first unlock of either.
    public func meet(_ device: TrustedDevice) throws { try open(to: device).close() }

    private func open(to device: TrustedDevice) throws -> HandoffLink {
        try checkRules()
        let known = try store.sequence(of: device.id, try ownStanding())
        let connection = try connection(to: device)
        let link = HandoffLink(
            try circle.open(to: device.id, for: try SessionPurpose(Self.purpose), over: connection)
        )
        do {
            try sendKeys(link)
            try takeKeys(
                try link.receive(within: parameters.continuationTimeLimit),
                link,
                known: known
            )
            return link
        } catch {
            link.close()
            throw error
        }
    }

    private func rest(until deadline: Duration) throws(ProtectionError) -> Duration {
        let rest = deadline - clock.now()
        guard rest > .zero else { throw ProtectionError(.timedOut, "no answer came in time") }
        return rest
    }

    private func fetch(
        _ id: [UInt8],
        _ link: HandoffLink,
        until deadline: Duration
    ) throws(ProtectionError) -> ActivityContent {
        try link.send(.request, id)
        let sealed = try link.receive(.payload, within: try rest(until: deadline))
        let opened = try circle.open(
            sealed,
            from: link.peer,
            info: HandoffMessage.info(link.handshakeHash),
            authenticating: id
        )
        guard let content = opened.withBytes(0..<opened.count, { ActivityContent($0.array) }) else {
            throw link.fail()
        }
        return content
    }

    /// What goes on with an activity, now that it says what it is.
    private func opener(
        of content: ActivityContent,
        _ offered: HandoffOffer.Opener
    ) throws(ProtectionError) -> (ContinuedActivity.Opener, isMalformed: Bool) {
        if case .application(let application, _) = offered {
            guard isDeclared(content, by: application) else { throw .noApplication }
            return (.application(application), false)
        }
        guard let page = content.page else { throw .noApplication }
        guard content.isBrowsing else { return (.browser, false) }
        let (application, isMalformed) = application(continuing: page)
        return (application.map { .application($0.identifier) } ?? .browser, isMalformed)
    }

    private func tell(
        _ id: [UInt8],
        _ link: HandoffLink,
        until deadline: Duration
    ) throws(ProtectionError) {
        try link.send(.continued, id)
        guard try link.receive(.noted, within: try rest(until: deadline)).isEmpty else {
            throw link.fail()
        }
    }

    // MARK: Keys

    func sendKeys(_ link: HandoffLink) throws {
        let standing = try ownStanding()
        try store.forgetStrangers(standing)
        let own = try store.ownKey(standing)
        let advertisement = try advertisement()
        var message = WipedBuffer(count: HandoffMessage.keysByteCount)
        message.copy([HandoffMessage.keys.rawValue, 1].span.bytes, to: 0)
        try own.key.secret.withBytes { message.copy($0, to: 2) }
        let sequence = (0..<8).map { UInt8(truncatingIfNeeded: own.sequence >> (8 * UInt64($0))) }
        message.copy((sequence + advertisement).span.bytes, to: 34)
        try message.withBytes(0..<message.count) { (bytes) throws(ProtectionError) in
            try link.send(bytes)
        }
    }

    func takeKeys(
        _ message: consuming WipedBuffer,
        _ link: HandoffLink,
        known: UInt64? = nil
    ) throws {
        if message.count == 2 {
            let refusal = message.withBytes(0..<2) { $0.array }
            guard refusal[0] == HandoffMessage.refusal.rawValue else { throw link.fail() }
            throw (HandoffRefusal(rawValue: refusal[1]) ?? .other).error
        }
        guard message.count == HandoffMessage.keysByteCount else { throw link.fail() }
        let head = message.withBytes(0..<2) { $0.array }
        guard head[0] == HandoffMessage.keys.rawValue else { throw link.fail() }
        guard head[1] == 1 else {
            link.close()
            throw ProtectionError(
                .unsupportedVersion,
                "the other device tells of activities in a newer way"
            )
        }
        let key = try SecureBytes(
            count: AdvertisementKeys.keyByteCount,
            group: AdvertisementKeys.group,
            arena: keys.arena
        )
        try message.withBytes(2..<34) { (bytes) throws(CryptoError) in try key.store(bytes) }
        let tail = message.withBytes(34..<message.count) { $0.array }
        let sequence = tail[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let standing = try ownStanding()
        try store.note(key, sequence: sequence, known: known, of: link.peer.id, standing)
        try receive(Array(tail[8...]))
    }
}
