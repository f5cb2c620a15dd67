import CloudRecords
import Foundation

/// Which container of the current cloud is meant, for calls from wherever they come.
struct CloudBinding: Sendable {
    /// One after the other, as Apple's are.
    private static let handlers = DispatchQueue(label: "CloudKitCompatibility.handlers")

    private let identifier: String?
    /// The cloud that was current when the container was made.
    private let origin: CurrentCloud?

    init(_ identifier: String?) {
        self.identifier = identifier
        origin = CurrentCloud.ofTask
    }

    /// The container: of the caller's cloud, else of that where this was made, else of the process's.
    ///
    /// - Throws: ``CKError`` with `badContainer` where no cloud is current.
    func container() throws -> RecordContainer {
        guard let cloud = CurrentCloud.ofTask ?? origin ?? CurrentCloud.fallback else {
            throw CKError(
                .badContainer,
                "no cloud is current for this code: it runs outside of "
                    + "CKContainer.withCurrent(_:operation:) and of a TestCloud, and "
                    + "CKContainer.setFallback(_:) was not called"
            )
        }
        do { return try cloud.container(identifier) } catch {
            throw CKError(.badContainer, error.message)
        }
    }

    /// What the container answers; its errors as apps know them.
    func ask<Answer>(_ body: (RecordContainer) throws -> Answer) throws -> Answer {
        let container = try container()
        do { return try body(container) } catch let error as ProtectionError {
            throw error.asApps(container.accountStatus)
        }
    }

    /// Does something on another queue, for which the cloud of the caller is current, too.
    func later(_ body: @escaping @Sendable () -> Void) {
        let cloud = CurrentCloud.ofTask
        Self.handlers.async { CurrentCloud.$ofTask.withValue(cloud, operation: body) }
    }
}

extension Result where Failure == any Error {
    /// Calls a handler that takes a value or an error.
    func tell(_ handler: (Success?, (any Error)?) -> Void) {
        switch self {
        case .success(let value): handler(value, nil)
        case .failure(let error): handler(nil, error)
        }
    }

    /// Calls a handler that takes a value in any case.
    func tell(_ handler: (Success, (any Error)?) -> Void, without value: Success) {
        switch self {
        case .success(let value): handler(value, nil)
        case .failure(let error): handler(value, error)
        }
    }

    var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
