import CloudRecords
public import Foundation

/// How an operation is done; nothing here looks at it.
public final class CKOperationConfiguration: NSObject, @unchecked Sendable {
    /// The container, if it is not the database's.
    public var container: CKContainer?
    /// How soon it is wanted.
    public var qualityOfService = QualityOfService.default
    /// Whether mobile networks are good enough.
    public var allowsCellularAccess = true
    /// Whether it goes on when the app ends.
    public var isLongLived = false
    /// Seconds for each request.
    public var timeoutIntervalForRequest = 60.0
    /// Seconds for everything.
    public var timeoutIntervalForResource = 604_800.0
}

/// Something to ask a cloud for, in a queue or added to a database.
///
/// Its blocks are called on the thread that does it, before it is finished.
// Its properties are set before it is added to a queue, as Apple's are.
open class CKOperation: Operation, @unchecked Sendable {
    /// Another name of how it is done.
    public typealias Configuration = CKOperationConfiguration

    /// How it is done.
    public var configuration: Configuration! = Configuration()
    /// A name for this operation alone.
    public let operationID = UUID().uuidString
    private let origin = CurrentCloud.ofTask

    /// An operation that asks for nothing yet.
    public override init() { super.init() }

    /// Does it, for the cloud that was current where it was made.
    public final override func main() {
        CurrentCloud.$ofTask.withValue(CurrentCloud.ofTask ?? origin) {
            if isCancelled {
                end(CKError(.operationCancelled, "the operation was cancelled"))
            } else {
                run()
            }
        }
    }

    /// Does it.
    func run() {}

    /// Calls the block of the whole with why nothing was done.
    func end(_ error: any Error) {}
}

/// Something to ask a database for.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    /// The database; nil for the private one of the app's own container.
    public var database: CKDatabase?

    var target: CKDatabase { database ?? CKContainer.default().privateCloudDatabase }
}
