package import ProtectionModel

/// What became of one operation of a request.
package struct RecordOutcome: Sendable, Hashable {
    /// The record that it was about.
    package let id: RecordID
    /// The record as it is now, nil for one that was removed, or why nothing was done.
    package let result: Result<Record?, ProtectionError>

    /// Why nothing was done; nil when it was done.
    package var failure: ProtectionError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The record as it was saved; nil for one that was removed or not saved.
    package var record: Record? {
        if case .success(let record) = result { record } else { nil }
    }
}

extension [RecordOutcome] {
    /// Throws what failed, if something did.
    ///
    /// - Throws: ``ProtectionError`` with `partial-failure`, whose message has a line for each
    ///   failure and whose cause is ``RecordFailures``.
    package func check() throws(ProtectionError) {
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
package struct RecordFailures: Error, Sendable {
    /// What became of each, in the order of the request.
    package let outcomes: [RecordOutcome]
}

/// The three records of a conflict, as the cause of a `server-record-changed`.
package struct RecordConflict: Error, Sendable {
    /// The record that was to be saved.
    package let client: Record
    /// The record that others saved.
    package let server: Record
    /// The record that was fetched; nil when it was not.
    package let ancestor: Record?
}
