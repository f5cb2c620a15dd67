public import DeviceIdentifiers
public import Foundation
public import ProtectedStore
import ProtectionModel
import Synchronization

/// The keychain of a device, as one application sees it.
///
/// ```swift
/// let keychain = DeviceKeychain(device, application: try BundleIdentifier("com.example.mail"))
/// DeviceKeychain.withCurrent(keychain) {
///     tokens.save("secret")      // the app's own code, which calls SecItemAdd
/// }
/// ```
///
/// Items outlive the application: an uninstallation takes none of them.
///
/// Not called `Keychain`, as many a wrapper of others is.
public struct DeviceKeychain: Sendable {
    /// What a call comes back with.
    public struct Reply {
        /// `errSecSuccess`, or why not.
        public let status: Int32
        /// What was asked for; nil for nothing, and after a failure.
        public let result: Any?
        /// What `status` leaves open; nil after a success.
        public let error: ProtectionError?
    }

    private let documents: @Sendable () -> DeviceDocuments
    private let groups: ItemStore.Groups
    /// Whether a removal may say that it is for all items, which iOS refuses.
    ///
    /// For wrappers that divide by `#if os(iOS)`: on Linux their code for macOS is compiled, and there
    /// the older keychain wants it.
    public var allowsLimitInRemoval = false

    /// The keychain of a device that an application uses.
    ///
    /// - Parameters:
    ///   - device: a real or simulated device, in any state.
    ///   - application: whose items new ones are, unless it has other groups; what the entitlement
    ///     `application-identifier` says.
    ///   - accessGroups: what the entitlement `keychain-access-groups` lists. The first is the group of
    ///     new items; the application's own comes after them. (Apple, "Sharing access to keychain
    ///     items among a collection of apps".)
    ///   - applicationGroups: what the entitlement `com.apple.security.application-groups` lists.
    public init(
        _ device: any ProtectedDevice,
        application: BundleIdentifier,
        accessGroups: [String] = [],
        applicationGroups: [String] = []
    ) {
        self.init(
            { device.documents },
            .these(accessGroups + [application.description] + applicationGroups)
        )
    }

    /// The keychain in a device's documents, asked for at each use: a crash gives others.
    package init(
        _ documents: @escaping @Sendable () -> DeviceDocuments,
        _ groups: ItemStore.Groups
    ) {
        self.documents = documents
        self.groups = groups
    }

    /// The items, without dictionaries.
    package var items: ItemStore { ItemStore(documents(), groups) }

    // MARK: The calls

    /// Adds an item, as `SecItemAdd` does.
    public func add(_ attributes: NSDictionary) -> Reply {
        Reply {
            let query = try QueryReader.read(attributes, for: .add)
            let found = try items.add(query)
            guard !query.returns.isEmpty else { return nil }
            return try ItemResult(query.returns).value(of: found)
        }
    }

    /// Searches items, as `SecItemCopyMatching` does.
    public func copyMatching(_ query: NSDictionary) -> Reply {
        Reply {
            let query = try QueryReader.read(query, for: .search)
            let found = try items.matching(query)
            guard !query.returns.isEmpty else { return nil }
            let result = ItemResult(query.returns)
            switch query.limit {
            case nil, .one: return try found.first.flatMap { try result.value(of: $0) }
            case .several, .all: return try found.compactMap { try result.value(of: $0) }
            }
        }
    }

    /// Changes items, as `SecItemUpdate` does.
    public func update(_ query: NSDictionary, _ change: NSDictionary) -> Reply {
        Reply {
            let query = try QueryReader.read(query, for: .update)
            try items.update(query, try AttributeReader.change(change, of: query.itemClass))
            return nil
        }
    }

    /// Removes items, as `SecItemDelete` does.
    public func delete(_ query: NSDictionary) -> Reply {
        Reply {
            let call: QueryReader.Call = allowsLimitInRemoval ? .deleteAll : .delete
            try items.delete(try QueryReader.read(query, for: call))
            return nil
        }
    }
}

extension DeviceKeychain.Reply {
    init(_ body: () throws -> Any?) {
        do {
            result = try body()
            status = 0
            error = nil
        } catch {
            let error = error as? ProtectionError ?? ProtectionError(error, path: nil)
            result = nil
            status = error.keychainStatus
            self.error = error
        }
    }
}

/// Which keychain the calls that name none use.
extension DeviceKeychain {
    @TaskLocal private static var ofTask: DeviceKeychain?
    private static let fallback = Mutex<DeviceKeychain?>(nil)

    /// The keychain of the `SecItem` calls: that of the task, else that of the process; nil without
    /// either, and the calls then answer `errSecNotAvailable`.
    public static var current: DeviceKeychain? { ofTask ?? fallback.withLock { $0 } }

    /// Runs `operation` with a keychain for the calls it makes, on this thread and in its child tasks.
    ///
    /// Threads and queues that it starts itself do not know of it: for these there is
    /// ``setFallback(_:)``.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ keychain: DeviceKeychain,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $ofTask.withValue(keychain) { try operation() }
    }

    /// Runs `operation` with a keychain for the calls it makes and its child tasks make.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ keychain: DeviceKeychain,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $ofTask.withValue(keychain, operation: operation, isolation: isolation)
    }

    /// Gives calls outside of ``withCurrent(_:operation:)`` a keychain, in the whole process; nil takes
    /// it away again.
    public static func setFallback(_ keychain: DeviceKeychain?) {
        fallback.withLock { $0 = keychain }
    }
}
