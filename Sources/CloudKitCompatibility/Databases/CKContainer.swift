public import CloudRecords
public import Foundation

/// Whether the user's account can be used; Apple's numbers.
public enum CKAccountStatus: Int, Sendable {
    /// It is not known.
    case couldNotDetermine
    /// Somebody is signed in.
    case available
    /// A configuration profile, or a parent, does not allow it.
    case restricted
    /// Nobody is signed in.
    case noAccount
    /// Somebody is signed in, and has to give the password again.
    case temporarilyUnavailable
}

extension Notification.Name {
    /// Another user signed in, or nobody; nothing here posts it, a test does.
    public static let CKAccountChanged = Notification.Name("CKAccountChangedNotification")
}

/// An app's container in the cloud that is current: see ``withCurrent(_:operation:)``.
public final class CKContainer: NSObject, Sendable {
    /// Its name; nil for the app's own.
    public let containerIdentifier: String?
    private let cloud: CloudBinding

    /// The container of a name.
    public init(identifier: String) {
        containerIdentifier = identifier
        cloud = CloudBinding(identifier)
    }

    private override init() {
        containerIdentifier = nil
        cloud = CloudBinding(nil)
    }

    /// The app's own container.
    public class func `default`() -> CKContainer { CKContainer() }

    // MARK: Databases

    /// What all users of the app see.
    public var publicCloudDatabase: CKDatabase { database(with: .public) }
    /// What the user alone sees.
    public var privateCloudDatabase: CKDatabase { database(with: .private) }
    /// What others share with the user.
    public var sharedCloudDatabase: CKDatabase { database(with: .shared) }

    /// One of the databases.
    public func database(with databaseScope: CKDatabase.Scope) -> CKDatabase {
        CKDatabase(databaseScope, cloud)
    }

    // MARK: The user

    /// Whether the account can be used.
    public func accountStatus() async throws -> CKAccountStatus { try status() }

    /// Tells whether the account can be used.
    @preconcurrency
    public func accountStatus(
        completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
    ) {
        cloud.later {
            Result { try self.status() }.tell(completionHandler, without: .couldNotDetermine)
        }
    }

    /// The record of the user who is signed in, which is another one in every container.
    public func userRecordID() async throws -> CKRecord.ID { try userID() }

    /// Tells the record of the user who is signed in.
    @preconcurrency
    public func fetchUserRecordID(
        completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.userID() }.tell(completionHandler) }
    }

    private func status() throws -> CKAccountStatus {
        switch try cloud.container().accountStatus {
        case .available: .available
        case .none: .noAccount
        case .restricted: .restricted
        case .unavailable: .temporarilyUnavailable
        }
    }

    private func userID() throws -> CKRecord.ID {
        try cloud.ask { CKRecord.ID(try $0.userID()) }
    }

    // MARK: The current cloud

    /// Runs `operation` with a container for the calls it makes, on this thread, in its child tasks, in
    /// the handlers of these calls and in operations that it makes.
    ///
    /// A `CKContainer` of another name is another container of the same cloud. Threads and queues that
    /// `operation` starts itself do not know of it, except by a ``CKContainer`` or an operation that was
    /// made in it; for these there is ``setFallback(_:)``. A `TestCloud` of ProtectionTesting does this
    /// by itself.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ container: RecordContainer,
        operation: () throws -> Result
    ) rethrows -> Result {
        try CurrentCloud.$ofTask.withValue(CurrentCloud(container)) { try operation() }
    }

    /// Runs `operation` with a container for the calls it makes and its child tasks make.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ container: RecordContainer,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await CurrentCloud.$ofTask.withValue(
            CurrentCloud(container),
            operation: operation,
            isolation: isolation
        )
    }

    /// Gives calls outside of ``withCurrent(_:operation:)`` a container, in the whole process; nil takes
    /// it away again.
    public static func setFallback(_ container: RecordContainer?) {
        CurrentCloud.setFallback(container.map { CurrentCloud($0) })
    }
}
