public import ProtectionModel
import Synchronization

/// Tells which keys of stored and forced domains changed, whoever changed them.
///
/// Compares what is there with what was there, so that a notification without a change is none.
/// While a domain cannot be read nothing is said of it; ``refresh()`` after an unlock says what
/// happened meanwhile.
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

    /// Starts to watch one domain, or all that are stored, with what is forced upon them.
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
        // Watched before it is read, or a change in between were lost.
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

    /// One thread tells at a time, so that changes come in order; whoever finds it telling leaves
    /// its changes with it.
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
