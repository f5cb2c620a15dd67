import Foundation

/// A `UserDefaults` that code may keep for the life of a process, with the values of the container that is
/// current at each call, else those of the host.
final class CurrentDefaults: UserDefaults {
    // Foundation says on Linux that defaults are not safe to share; these keep a name alone.
    nonisolated(unsafe) static let ofApplication: UserDefaults =
        CurrentDefaults(suite: nil) ?? UserDefaults.standard

    /// Nil for the app's own.
    private let suite: String?

    init?(suite: String?) {
        self.suite = suite
        super.init(suiteName: "CurrentDefaults")
    }

    private var values: UserDefaults {
        guard let container = FoundationCalls.current("UserDefaults") else {
            return suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
        }
        if let defaults = try? container.sharedDefaults(suiteName: suite) { return defaults }
        container.hostCalls.note("UserDefaults, which this device cannot give")
        return .standard
    }

    override func object(forKey defaultName: String) -> Any? { values.object(forKey: defaultName) }
    override func string(forKey defaultName: String) -> String? {
        values.string(forKey: defaultName)
    }
    override func array(forKey defaultName: String) -> [Any]? { values.array(forKey: defaultName) }
    override func data(forKey defaultName: String) -> Data? { values.data(forKey: defaultName) }
    override func integer(forKey defaultName: String) -> Int { values.integer(forKey: defaultName) }
    override func float(forKey defaultName: String) -> Float { values.float(forKey: defaultName) }
    override func double(forKey defaultName: String) -> Double {
        values.double(forKey: defaultName)
    }
    override func bool(forKey defaultName: String) -> Bool { values.bool(forKey: defaultName) }
    override func url(forKey defaultName: String) -> URL? { values.url(forKey: defaultName) }
    override func set(_ value: Any?, forKey defaultName: String) {
        values.set(value, forKey: defaultName)
    }
    override func set(_ value: Int, forKey defaultName: String) {
        values.set(value, forKey: defaultName)
    }
    override func set(_ value: Float, forKey defaultName: String) {
        values.set(value, forKey: defaultName)
    }
    override func set(_ value: Double, forKey defaultName: String) {
        values.set(value, forKey: defaultName)
    }
    override func set(_ value: Bool, forKey defaultName: String) {
        values.set(value, forKey: defaultName)
    }
    override func set(_ url: URL?, forKey defaultName: String) {
        values.set(url, forKey: defaultName)
    }
    override func removeObject(forKey defaultName: String) {
        values.removeObject(forKey: defaultName)
    }
    override func register(defaults registrationDictionary: [String: Any]) {
        values.register(defaults: registrationDictionary)
    }
    override func dictionaryRepresentation() -> [String: Any] { values.dictionaryRepresentation() }
    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        values.persistentDomain(forName: domainName)
    }
    override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        values.setPersistentDomain(domain, forName: domainName)
    }
    override func removePersistentDomain(forName domainName: String) {
        values.removePersistentDomain(forName: domainName)
    }
    override func synchronize() -> Bool { values.synchronize() }
    override func objectIsForced(forKey key: String) -> Bool { values.objectIsForced(forKey: key) }
}
