/// Hears of each operation on files before it is done and when it is over: what a test counts, records
/// and disturbs.
package protocol OperationObserver: Sendable {
    /// Comes before anything is looked at, and while nothing is held: the observer may lock the device,
    /// restart it, or use its files and documents, and is told of what it does itself.
    func willPerform(_ operation: FileOperation)
    /// Comes when the operation is over, with what it failed with.
    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?)
}
