public import Foundation
public import Preferences
import ProtectionModel

/// A `UserDefaults` whose values are kept on a protected device, under the container's class.
///
/// While that class cannot be opened, class C before the first unlock, nothing stored can be read: values that are not registered are missing, and
/// what is set is seen by this object alone and never stored, without an error, as on iOS. Code that
/// must know asks ``isReadable``, which Apple's class lacks.
///
/// Values that are set are gathered, as the platform does, and stored together: before the app's next
/// operation on files of the device, before a lock takes keys away, at `synchronize()`, and at the latest
/// when this object goes or with the 256th. A damaged file is kept and reads as missing values until the
/// domain is removed.
public final class ProtectedUserDefaults: UserDefaults, DefaultsWithReadability {
    private let store: DefaultsStore
    private let notificationCenter: NotificationCenter

    init?(_ store: DefaultsStore, _ notificationCenter: NotificationCenter) {
        self.store = store
        self.notificationCenter = notificationCenter
        super.init(suiteName: "ProtectedUserDefaults")
    }

    deinit { flush() }

    /// Stores what was gathered; what a full or failing disk does not take is tried again with the next, and is lost
    /// with this object, without a word, as with Foundation's.
    func flush() { try? store.flush() }

    var hasGathered: Bool { store.hasGathered }

    /// Whether stored values can be read now; false before the first unlock, and with class A while locked.
    public var isReadable: Bool { store.isReadable }

    public override func object(forKey defaultName: String) -> Any? {
        (try? store.value(forKey: defaultName))?.value.foundationObject
    }

    public override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return removeObject(forKey: defaultName) }
        if let url = value as? URL { return set(url.path, forKey: defaultName) }
        put(Self.stored(value), defaultName)
    }

    /// Foundation ends the process, too, for what no property list holds.
    private static func stored(_ value: Any) -> PreferenceValue? {
        let stored = PreferenceValue(value)
        precondition(stored != nil, "no property list holds a \(type(of: value))")
        return stored
    }

    public override func set(_ value: Int, forKey defaultName: String) {
        put(.integer(Int128(value)), defaultName)
    }

    public override func set(_ value: Float, forKey defaultName: String) {
        put(.real(Double(value)), defaultName)
    }

    public override func set(_ value: Double, forKey defaultName: String) {
        put(.real(value), defaultName)
    }

    public override func set(_ value: Bool, forKey defaultName: String) {
        put(.boolean(value), defaultName)
    }

    public override func set(_ url: URL?, forKey defaultName: String) {
        put(url.map { .string($0.path) }, defaultName)
    }

    public override func removeObject(forKey defaultName: String) {
        put(nil, defaultName)
    }

    private func put(_ value: PreferenceValue?, _ key: String) {
        try? store.set(value, forKey: key)
        notificationCenter.post(name: UserDefaults.didChangeNotification, object: self)
        guard notificationCenter !== NotificationCenter.default else { return }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }

    public override func register(defaults registrationDictionary: [String: Any]) {
        store.register(registrationDictionary.compactMapValues(Self.stored))
    }

    public override func dictionaryRepresentation() -> [String: Any] {
        guard let all = try? store.snapshot().all else { return [:] }
        return all.mapValues { $0.value.foundationObject }
    }

    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        guard let domain = try? DefaultsDomain(domainName),
            let values = try? store.values(in: domain)
        else { return nil }
        return values.isEmpty ? nil : values.mapValues(\.foundationObject)
    }

    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        guard let name = try? DefaultsDomain(domainName) else { return }
        for (key, value) in domain {
            try? store.set(Self.stored(value), forKey: key, in: name)
        }
        for key in (try? store.values(in: name))?.keys ?? [:].keys where domain[key] == nil {
            try? store.set(nil, forKey: key, in: name)
        }
    }

    public override func removePersistentDomain(forName domainName: String) {
        guard let domain = try? DefaultsDomain(domainName) else { return }
        try? store.remove(domain)
    }

    public override func synchronize() -> Bool {
        flush()
        return isReadable
    }

    public override func objectIsForced(forKey key: String) -> Bool {
        (try? store.value(forKey: key))?.domain == .managed
    }
}

/// The defaults that a container has given out: one object for each domain, as `UserDefaults.standard`
/// is one, and all others for as long as they are there.
final class OpenDefaults: Sendable {
    private struct Weak { weak var defaults: ProtectedUserDefaults? }

    // Never held while something is stored, which may wait for a lock of the device.
    private let lock = NSLock()
    // Under the lock. Foundation says on Linux that defaults are not safe to share; these are: all that
    // they keep is a `DefaultsStore`.
    private nonisolated(unsafe) var shared: [String: ProtectedUserDefaults] = [:]
    private nonisolated(unsafe) var others: [Weak] = []
    /// To store is an operation itself, before which nothing is to be stored.
    @TaskLocal private static var isFlushing = false

    /// The object of a domain, by the suite's name, or empty for the application's own.
    func shared(
        _ suite: String,
        _ open: () throws(ProtectionError) -> ProtectedUserDefaults
    ) throws(ProtectionError) -> ProtectedUserDefaults {
        if let defaults = lock.withLock({ shared[suite] }) { return defaults }
        let defaults = try open()
        return lock.withLock {
            // Another thread may have been quicker.
            if let other = shared[suite] { return other }
            shared[suite] = defaults
            return defaults
        }
    }

    func add(_ defaults: ProtectedUserDefaults) {
        // Those that are there are let go of outside of the lock: the last one to do so stores what was
        // gathered, which asks for the lock.
        let alive = lock.withLock {
            let alive = others.compactMap(\.defaults)
            others = (alive + [defaults]).map(Weak.init)
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    /// Stores what any of them has gathered.
    func flush() {
        guard !Self.isFlushing else { return }
        let full = lock.withLock { others.compactMap(\.defaults) }.filter(\.hasGathered)
        guard !full.isEmpty else { return }
        Self.$isFlushing.withValue(true) { full.forEach { $0.flush() } }
    }
}
