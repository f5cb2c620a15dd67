import Preferences
import ProtectionModel
import Synchronization

/// The defaults of a scenario's application: stored ones on the device, the others here.
final class StageSettings: Sendable {
    private struct Values {
        var forced: [String: PreferenceValue] = [:]
        var arguments: [String: PreferenceValue] = [:]
        var registered: [String: PreferenceValue] = [:]
    }

    /// Where profiles would be: readable when they would be.
    private struct Forced: ForcedPreferences {
        let values: [String: PreferenceValue]
        let documents: any DocumentStore

        func forcedValues(
            in domain: DefaultsDomain
        ) throws(ProtectionError) -> [String: PreferenceValue] {
            guard domain == .global else { return [:] }
            do { _ = try documents.read(StageSettings.marker()) } catch {
                throw StageSettings.translate(error)
            }
            return values
        }
    }

    private let values = Mutex(Values())

    /// The application starts anew: what is not stored is gone.
    func restart() {
        values.withLock { values in
            values.arguments = [:]
            values.registered = [:]
        }
    }

    /// What the application finds.
    func lookup(_ documents: any DocumentStore) throws -> DefaultsStore {
        let values = values.withLock { $0 }
        let store = DefaultsStore(
            try .init(
                try DefaultsDomain("com.example.app"),
                suites: [try DefaultsDomain("group.example.app")]
            ),
            in: documents,
            forced: Forced(values: values.forced, documents: documents),
            arguments: values.arguments
        )
        store.register(values.registered)
        return store
    }

    func set(
        _ value: PreferenceValue?,
        forKey key: String,
        in domain: SettingDomain,
        of documents: any DocumentStore
    ) throws {
        let store = try lookup(documents)
        switch domain {
        case .application: try store.set(value, forKey: key)
        case .suite: try store.set(value, forKey: key, in: store.domains.suites[0])
        case .global: try store.set(value, forKey: key, in: .global)
        case .argument: values.withLock { $0.arguments[key] = value }
        case .registration: values.withLock { $0.registered[key] = value }
        case .managed:
            // A document, so that what is forced can be read when the device's settings can.
            do {
                try documents.update(
                    try Self.marker(),
                    as: .completeUntilFirstUserAuthentication
                ) { _ in [1] }
            } catch { throw Self.translate(error) }
            values.withLock { $0.forced[key] = value }
        }
    }

    private static func marker() throws(ProtectionError) -> DocumentName {
        try DocumentName("scenario", in: .profiles)
    }

    private static func translate(_ error: ProtectionError) -> ProtectionError {
        ProtectionError(
            error.code == .protectedDataUnavailable ? .defaultsUnreadable : error.code,
            error.description
        )
    }
}
