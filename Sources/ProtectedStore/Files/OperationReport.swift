import KeyManagement
import ProtectionModel

/// Tells the observers of a device about each operation on one tree of its files.
struct OperationReport: Sendable {
    private let observers: OperationObservers
    private let isDocument: Bool

    /// The device's documents are reported whole, by `DeviceDocuments`, and not file by file: that
    /// happens under its lock, where no observer may be called.
    init(_ observers: OperationObservers, tree: String) {
        isDocument = tree == DeviceDirectory.system
        self.observers = isDocument ? OperationObservers() : observers
    }

    /// For the documents as a whole.
    init(documents observers: OperationObservers) {
        isDocument = true
        self.observers = observers
    }

    /// Runs an operation between the two calls.
    func perform<Result>(
        _ kind: FileOperation.Kind,
        _ path: DevicePath,
        target: DevicePath? = nil,
        as protection: ProtectionClass? = nil,
        byteCount: UInt64? = nil,
        creating isCreating: Bool = false,
        writeOnly isWriteOnly: Bool = false,
        about subject: String? = nil,
        touching touches: () -> [DocumentTouch] = { [] },
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        let observers = observers.all
        guard !observers.isEmpty else {
            do { return try body() } catch { throw ProtectionError(edge: error, path) }
        }
        let operation = FileOperation(
            kind,
            path,
            target: target,
            protection: protection,
            byteCount: byteCount,
            isCreating: isCreating,
            isWriteOnly: isWriteOnly,
            isDocument: isDocument,
            subject: subject
        )
        defer {
            let touches = touches()
            if !touches.isEmpty {
                for observer in observers { observer.didTouch(touches, by: operation) }
            }
        }
        return try Self.perform(operation, telling: observers, body)
    }

    private static func perform<Result>(
        _ operation: FileOperation,
        telling observers: [any OperationObserver],
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        do throws(ProtectionError) {
            for observer in observers { try observer.willPerform(operation) }
        } catch {
            // A handle is let go of whoever refuses it.
            if operation.kind == .close { _ = try? body() }
            throw error
        }
        do {
            let result = try body()
            for observer in observers { observer.didPerform(operation, nil) }
            return result
        } catch {
            let error = ProtectionError(edge: error, operation.path)
            for observer in observers { observer.didPerform(operation, error) }
            throw error
        }
    }
}
