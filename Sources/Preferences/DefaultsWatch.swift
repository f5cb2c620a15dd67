public import ProtectionModel
import Synchronization

/// Tells which keys of stored and forced domains changed, whoever changed them.
///
/// Compares what is there with what was there, so that no change is reported where there was none.
/// Nothing is said of a domain while it cannot be read; ``refresh()`` after an unlock says what
/// happened in the meantime.
public final class DefaultsWatch: Sendable {
    private struct Source: Hashable {
        let domain: DefaultsDomain
        let isForced: Bool
    }

    private struct State {
        var known: [Source: [String: PreferenceValue]] = [:]
        /// The domains that were stored when last looked; nil when that could not be told.
        var stored: Set<DefaultsDomain>?
        var waiting: [DefaultsChange] = []
        var isTelling = false
        var observations: [DocumentObservation] = []
    }

    private let store: DefaultsStore
    private let onlyDomain: DefaultsDomain?
    private let onChange: @Sendable (DefaultsChange) -> Void
    private let state = Mutex(State())
    private let refreshing = Mutex(())

    /// Starts to watch one domain, or all that are stored, with what is forced on them.
    ///
    /// `onChange` is called for each changed key in turn, on any thread; what it changes itself is
    /// told after it has returned.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    public init(
        _ store: DefaultsStore,
        domain: DefaultsDomain? = nil,
        onChange: @escaping @Sendable (DefaultsChange) -> Void
    ) throws(ProtectionError) {
        self.store = store
        onlyDomain = domain
        self.onChange = onChange
        // Watched before it is read, or a change in between would be lost.
        for folder in [DocumentFolder.preferences, .profiles] {
            let observation = try store.files.documents.observe(folder) { [weak self] in
                self?.refresh()
            }
            state.withLock { $0.observations.append(observation) }
        }
        refreshing.withLock { _ in _ = collectChanges() }
    }

    /// Ends the watch.
    public func cancel() {
        let observations = state.withLock { state in
            defer { state.observations = [] }
            return state.observations
        }
        for observation in observations { observation.cancel() }
    }

    /// Looks for changes now and tells them.
    public func refresh() {
        refreshing.withLock { _ in
            let changes = collectChanges()
            state.withLock { $0.waiting += changes }
        }
        tell()
    }

    /// One thread tells at a time, so that changes come in order; a second
    /// one leaves its changes with the first.
    private func tell() {
        let mayTell = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard mayTell else { return }
        while let change = nextChange() { onChange(change) }
    }

    private func nextChange() -> DefaultsChange? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func collectChanges() -> [DefaultsChange] {
        var domains = Set(state.withLock { $0.known.keys.map(\.domain) })
        let stored = (try? store.storedDomains()).map { Set($0) }
        if let onlyDomain {
            domains.insert(onlyDomain)
        } else {
            domains.formUnion(stored ?? [])
            domains.formUnion([.global, store.domains.application])
        }
        defer { state.withLock { $0.stored = stored } }
        return domains.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .flatMap { domain in
                // What cannot be read now is not "nothing is set".
                changes(in: Source(domain: domain, isForced: true)) {
                    try? store.forcedValues(in: domain)
                }
                    + changes(in: Source(domain: domain, isForced: false)) {
                        try? store.values(in: domain)
                    }
            }
    }

    private func changes(
        in source: Source,
        _ read: () -> [String: PreferenceValue]?
    ) -> [DefaultsChange] {
        guard let new = read() else { return [] }
        let old = state.withLock { state -> [String: PreferenceValue]? in
            defer { state.known[source] = new }
            if let known = state.known[source] { return known }
            // A domain that was not there had no values. Of one that could not be read before,
            // nobody knows what is new.
            guard !source.isForced, let stored = state.stored else { return nil }
            return stored.contains(source.domain) ? nil : [:]
        }
        guard let old else { return [] }
        return Set(old.keys).union(new.keys).sorted()
            .filter { old[$0] != new[$0] }
            .map { key in
                DefaultsChange(
                    domain: source.domain,
                    isForced: source.isForced,
                    key: key,
                    old: old[key],
                    new: new[key]
                )
            }
    }
}

/// A key of a stored or forced domain that has another value now.
public struct DefaultsChange: Sendable, Hashable {
    /// Whose values these are.
    public let domain: DefaultsDomain
    /// Whether a profile forces the value; else it is stored.
    public let isForced: Bool
    /// The key.
    public let key: String
    /// What it was; nil when it was not set.
    public let old: PreferenceValue?
    /// What it is; nil when it is not set any more.
    public let new: PreferenceValue?
}

extension DefaultsStore {
    /// Changes of values from now on, one after the other, whoever makes them; of one domain, or of
    /// all that are stored.
    ///
    /// Ends when the iteration does. See ``DefaultsWatch`` for what it tells.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    public func changes(
        in domain: DefaultsDomain? = nil
    ) throws(ProtectionError) -> AsyncStream<DefaultsChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: DefaultsChange.self)
        let watch = try DefaultsWatch(self, domain: domain) { continuation.yield($0) }
        continuation.onTermination = { _ in watch.cancel() }
        return stream
    }
}
