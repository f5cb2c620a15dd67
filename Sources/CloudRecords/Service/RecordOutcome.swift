public import ProtectionModel

/// What became of one operation of a request.
public struct RecordOutcome: Sendable, Hashable {
    /// The record that it was about.
    public let id: RecordID
    /// The record as it is now, nil for one that was removed, or why nothing was done.
    public let result: Result<Record?, ProtectionError>

    /// Why nothing was done; nil when it was done.
    public var failure: ProtectionError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The record as it was saved; nil for one that was removed or not saved.
    public var record: Record? {
        if case .success(let record) = result { record } else { nil }
    }
}

extension [RecordOutcome] {
    /// Throws what failed, if something did.
    ///
    /// - Throws: ``ProtectionError`` with `partial-failure`, whose message has a line for each
    ///   failure and whose cause is ``RecordFailures``.
    public func check() throws(ProtectionError) {
        let failures = filter { $0.failure != nil }
        guard !failures.isEmpty else { return }
        throw ProtectionError(
            .partialFailure,
            failures.map { "'\($0.id)': \($0.failure?.code.description ?? "")" }
                .joined(separator: ", "),
            cause: RecordFailures(outcomes: self)
        )
    }
}

/// What became of each operation, as the cause of a `partial-failure`.
public struct RecordFailures: Error, Sendable {
    /// What became of each, in the order of the request.
    public let outcomes: [RecordOutcome]
}

/// The three records of a conflict, as the cause of a `server-record-changed`.
public struct RecordConflict: Error, Sendable {
    /// The record that was to be saved.
    public let client: Record
    /// The record that others saved.
    public let server: Record
    /// The record that was fetched; nil when it was not.
    public let ancestor: Record?
}
