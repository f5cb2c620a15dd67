import CloudRecords
public import Foundation

/// One of a container's databases.
public final class CKDatabase: NSObject, Sendable {
    /// Which one; Apple's numbers.
    public enum Scope: Int, Sendable {
        /// What all users of the app see.
        case `public` = 1
        /// What the user alone sees.
        case `private`
        /// What others share with the user.
        case shared
    }

    /// Which one.
    public let databaseScope: Scope
    let cloud: CloudBinding

    init(_ scope: Scope, _ cloud: CloudBinding) {
        databaseScope = scope
        self.cloud = cloud
    }

    /// Does an operation, in the background.
    public func add(_ operation: CKDatabaseOperation) {
        operation.database = self
        Self.operations.addOperation(operation)
    }

    private static let operations = OperationQueue()

    func ask<Answer>(_ body: (RecordDatabase) throws -> Answer) throws -> Answer {
        try cloud.ask { try body($0.database(databaseScope.scope)) }
    }

    /// An error of one item as apps know it.
    func asApps(_ error: ProtectionError) -> any Error {
        error.asApps((try? cloud.container().accountStatus) ?? .available)
    }
}

extension CKDatabase.Scope {
    var scope: DatabaseScope {
        switch self {
        case .public: .public
        case .private: .private
        case .shared: .shared
        }
    }
}
