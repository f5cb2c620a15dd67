public import ProtectionModel
import Synchronization

/// The defaults of one application, as it sees them: typed values in layered domains, stored under
/// a protection class.
///
/// Reads look at what is stored anew each time, so that what another process wrote is seen. While
/// the class cannot be opened, before the first unlock for most, a read is `defaults-unreadable`
/// and never "not set", and a write changes nothing.
///
/// Domains are searched in Apple's order, ``PreferenceDomain``. A device gives an application's store with
/// all of them, what its configuration profiles force included: `preferences(of:suites:)` of the product
/// ConfigurationProfiles.
public final class DefaultsStore: PreferenceLookup {
    /// What happens to a write that cannot be stored, and to reads until it can be.
    package enum WhenUnreadable: Sendable, Hashable {
        /// Both are refused.
        case refuse
        /// As with `UserDefaults` on iOS: reads find what is registered, a write is seen by this
        /// object alone and is gone with it. For tests that show what that costs.
        ///
        /// Writes are gathered, too, until ``DefaultsStore/flush()``.
        case keepInProcess
    }

    /// Which domains an application reads.
    public struct Domains: Sendable, Hashable {
        /// Its own.
        public let application: DefaultsDomain
        /// Those it has added, in the order they are searched.
        public let suites: [DefaultsDomain]

        /// Checks the suites.
        ///
        /// - Throws: ``ProtectionError`` with `invalid-argument` for a suite that is the
        ///   application itself or the global domain (Apple, `UserDefaults.init(suiteName:)`).
        package init(
            _ application: DefaultsDomain,
            suites: [DefaultsDomain] = []
        ) throws(ProtectionError) {
            for suite in suites where suite == application || suite == .global {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(suite)' is read anyway and cannot be a suite"
                )
            }
            self.application = application
            self.suites = suites
        }

        var persistent: [(PreferenceDomain, DefaultsDomain)] {
            guard application != .global else {
                return suites.map { (.suite($0.name), $0) } + [(.global, .global)]
            }
            return [(.application, application)] + suites.map { (.suite($0.name), $0) }
                + [(.global, .global)]
        }
    }

    private struct Volatile {
        var registered: [String: PreferenceValue] = [:]
        /// What was written while nothing could be stored; nil for a key that was removed.
        var kept: [DefaultsDomain: [String: PreferenceValue?]] = [:]
        /// What is still to be stored; nil for a key to be removed.
        var gathered: [DefaultsDomain: [String: PreferenceValue?]] = [:]
        /// What is being stored, by the number of the flush: readers see it until it is.
        var underWay: [Int: (domain: DefaultsDomain, values: [String: PreferenceValue?])] = [:]
        var flushCount = 0

        /// A flush is done.
        mutating func stored(_ number: Int, in domain: DefaultsDomain) {
            let stored = underWay.removeValue(forKey: number)?.values ?? [:]
            for key in stored.keys {
                kept[domain]?[key] = nil
                // What an earlier flush could not store is older than this.
                for (other, entry) in underWay where entry.domain == domain && other < number {
                    underWay[other]?.values[key] = nil
                }
            }
        }

        /// A flush failed, before it had taken anything when it has no number.
        mutating func failed(_ number: Int?, in domain: DefaultsDomain, with code: ErrorCode) {
            let taken = number.flatMap { underWay.removeValue(forKey: $0) }?.values
            let values = taken ?? gathered.removeValue(forKey: domain) ?? [:]
            switch code {
            case .defaultsUnreadable: kept[domain, default: [:]].merge(values) { _, new in new }
            case .busy, .noSpace, .inputOutput:
                // What was set meanwhile is newer.
                gathered[domain, default: [:]].merge(values) { newer, _ in newer }
            default: break
            }
        }

        /// What readers see besides what is stored, the oldest first.
        func unstored(in domain: DefaultsDomain) -> [[String: PreferenceValue?]] {
            let underWay = underWay.sorted { $0.key < $1.key }.map(\.value)
                .filter { $0.domain == domain }.map(\.values)
            return [kept[domain] ?? [:]] + underWay + [gathered[domain] ?? [:]]
        }
    }

    /// So many gathered writes are stored without being asked for.
    private static let gatheredLimit = 256

    /// The domains this store reads.
    public let domains: Domains
    let files: DefaultsFiles
    private let forced: any ForcedPreferences
    private let arguments: [String: PreferenceValue]
    private let whenUnreadable: WhenUnreadable
    private let volatile = Mutex(Volatile())

    /// Reads and writes property lists among a device's documents.
    ///
    /// `arguments` are the values of the command line's domain; `protection` is the class of
    /// property lists that are made.
    package init(
        _ domains: Domains,
        in documents: any DocumentStore,
        forced: any ForcedPreferences = NothingForced(),
        arguments: [String: PreferenceValue] = [:],
        protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        whenUnreadable: WhenUnreadable = .refuse
    ) {
        self.domains = domains
        files = DefaultsFiles(documents: documents, protection: protection)
        self.forced = forced
        self.arguments = arguments
        self.whenUnreadable = whenUnreadable
    }

    /// The first value in the order of the domains.
    ///
    /// - Throws: ``ProtectionError`` with `defaults-unreadable`, `authentication-failure` for a
    ///   damaged domain, `device-off`.
    public func value(forKey key: String) throws(ProtectionError) -> FoundPreference? {
        try snapshot().value(forKey: key)
    }

    /// Whether the application's stored values can be read now; damaged ones count as readable.
    public var isReadable: Bool {
        do {
            _ = try files.read(domains.application)
            return true
        } catch {
            return error.code != .defaultsUnreadable && error.code != .deviceOff
        }
    }

    /// All domains as they are now, for many questions about one moment.
    ///
    /// - Throws: as ``value(forKey:)``.
    public func snapshot() throws(ProtectionError) -> LayeredPreferences {
        var layers: [(domain: PreferenceDomain, values: [String: PreferenceValue])] = []
        layers.append((.managed, try forcedValues()))
        layers.append((.argument, arguments))
        for (domain, stored) in domains.persistent {
            layers.append((domain, try values(in: stored)))
        }
        layers.append((.registration, volatile.withLock { $0.registered }))
        return LayeredPreferences(layers)
    }

    /// What is stored in one domain, whether this store reads it or not; empty when there is none.
    ///
    /// - Throws: as ``value(forKey:)``.
    public func values(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] {
        let unstored = volatile.withLock { $0.unstored(in: domain) }
        var values: [String: PreferenceValue]
        do { values = try files.read(domain) ?? [:] } catch {
            guard error.code == .defaultsUnreadable, whenUnreadable == .keepInProcess else {
                throw error
            }
            values = [:]
        }
        for (key, value) in unstored.joined() { values[key] = value }
        return values
    }

    /// Every stored domain of the device, sorted by name.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`.
    public func storedDomains() throws(ProtectionError) -> [DefaultsDomain] {
        try files.domains()
    }

    /// Stores a value, or removes it with nil; other keys stay as they are.
    ///
    /// - Throws: ``ProtectionError`` as ``value(forKey:)``, and `busy`, `no-space`, `io-error`;
    ///   `invalid-argument` for a value that no property list holds. Nothing has changed then, unless writes are
    ///   gathered: those that a disk does not take are kept.
    public func set(
        _ value: PreferenceValue?,
        forKey key: String,
        in domain: DefaultsDomain
    ) throws(ProtectionError) {
        try value?.checkStorable()
        guard whenUnreadable == .keepInProcess else {
            return try store([key: value], in: domain)
        }
        guard mayGather(in: domain) else {
            return volatile.withLock { $0.kept[domain, default: [:]][key] = .some(value) }
        }
        let count = volatile.withLock { volatile in
            volatile.gathered[domain, default: [:]][key] = .some(value)
            return volatile.gathered[domain]?.count ?? 0
        }
        if count >= Self.gatheredLimit { try flush() }
    }

    /// Whether what is written now will be stored.
    ///
    /// Not when the class is closed, even if it is open by the time of the next ``flush()``. Before a class
    /// is closed, what was gathered is stored.
    private func mayGather(in domain: DefaultsDomain) -> Bool {
        guard volatile.withLock({ $0.gathered[domain] == nil }) else { return true }
        do { _ = try files.read(domain) } catch { return error.code != .defaultsUnreadable }
        return true
    }

    /// Stores what was gathered; what cannot be stored while the device is locked is kept, to be seen by
    /// this object alone.
    ///
    /// - Throws: as ``set(_:forKey:in:)``. What a full, failing or busy disk did not take is stored by the next
    ///   call; what was gathered in a damaged domain is lost.
    package func flush() throws(ProtectionError) {
        var failure: ProtectionError?
        for domain in volatile.withLock({ Array($0.gathered.keys) }) {
            do { try flush(domain) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func flush(_ domain: DefaultsDomain) throws(ProtectionError) {
        var taken: Int?
        do {
            // Taken within the update: of two flushes the later one stores the later values.
            try files.update(domain) { values in
                let changes = volatile.withLock { volatile in
                    volatile.flushCount += 1
                    taken = volatile.flushCount
                    let changes = volatile.gathered.removeValue(forKey: domain) ?? [:]
                    volatile.underWay[volatile.flushCount] = (domain, changes)
                    return changes
                }
                return Self.applying(changes, to: values)
            }
            if let taken { volatile.withLock { $0.stored(taken, in: domain) } }
        } catch {
            volatile.withLock { $0.failed(taken, in: domain, with: error.code) }
            guard error.code == .defaultsUnreadable else { throw error }
        }
    }

    /// Whether something is still to be stored.
    package var hasGathered: Bool { volatile.withLock { !$0.gathered.isEmpty } }

    private func store(
        _ changes: [String: PreferenceValue?],
        in domain: DefaultsDomain
    ) throws(ProtectionError) {
        try files.update(domain) { Self.applying(changes, to: $0) }
    }

    private static func applying(
        _ changes: [String: PreferenceValue?],
        to values: [String: PreferenceValue]?
    ) -> [String: PreferenceValue]? {
        // Removing what is not there does not make a domain.
        guard values != nil || changes.values.contains(where: { $0 != nil }) else { return nil }
        var values = values ?? [:]
        for (key, value) in changes { values[key] = value }
        return values
    }

    /// Stores a value in the application's own domain; see ``set(_:forKey:in:)``.
    ///
    /// - Throws: as ``set(_:forKey:in:)``.
    public func set(_ value: PreferenceValue?, forKey key: String) throws(ProtectionError) {
        try set(value, forKey: key, in: domains.application)
    }

    /// Removes a whole domain.
    ///
    /// - Throws: as ``set(_:forKey:in:)``; a damaged domain can be removed.
    public func remove(_ domain: DefaultsDomain) throws(ProtectionError) {
        try files.remove(domain)
        volatile.withLock { volatile in
            volatile.kept[domain] = nil
            volatile.gathered[domain] = nil
        }
    }

    /// Adds values to the last domain, which is not stored; later ones replace earlier ones.
    public func register(_ values: [String: PreferenceValue]) {
        volatile.withLock { $0.registered.merge(values) { _, new in new } }
    }

    /// What profiles force on the application, its suites and all applications, in that order.
    func forcedValues() throws(ProtectionError) -> [String: PreferenceValue] {
        var values: [String: PreferenceValue] = [:]
        for (_, domain) in domains.persistent {
            let forced = try forcedValues(in: domain)
            values.merge(forced) { first, _ in first }
        }
        return values
    }

    func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] {
        do { return try forced.forcedValues(in: domain) } catch {
            guard error.code == .defaultsUnreadable, whenUnreadable == .keepInProcess else {
                throw error
            }
            return [:]
        }
    }
}
