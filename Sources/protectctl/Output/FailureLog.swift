import ArgumentParser
import ProtectedStore
import ProtectionModel

/// Failures of some files among many, reported as they come; work goes on with the others.
final class FailureLog {
    private let console: Console
    private let command: String
    /// Clears what would be in the way of a line, such as a progress bar.
    private let beforeTelling: () -> Void
    private var worst: ErrorReport?

    /// Codes that concern one file and not the device or the host, the worst first.
    private static let ranking: [ErrorCode.Kind] = [
        .authenticationFailure, .unsupportedVersion, .malformedProfile, .malformedRating,
        .malformedPayload, .payloadTooLarge,
        .inputOutput, .notFound,
        .protectedDataUnavailable, .busy,
    ]

    init(_ console: Console, of command: String, beforeTelling: @escaping () -> Void = {}) {
        self.console = console
        self.command = command
        self.beforeTelling = beforeTelling
    }

    /// What `body` returns; nil when it failed in a way that need not concern other files.
    ///
    /// - Throws: every other failure.
    func attempt<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as ProtectionError where Self.rank(error.code) != nil {
            note(error)
            return nil
        }
    }

    /// Ends the command with the status of the worst failure, and with what helps against it.
    func finish() throws {
        guard let worst else { return }
        if !console.json { worst.printHint() }
        throw ExitCode(worst.status)
    }

    /// Reports a failure, and goes on.
    func note(_ error: any Error) {
        guard let report = ErrorReport(error)?.of(command: command) else { return }
        beforeTelling()
        report.print(asJSON: console.json, withHint: false)
        if worst.map({ Self.rank(report.code) ?? 0 < Self.rank($0.code) ?? 0 }) ?? true {
            worst = report
        }
    }

    private static func rank(_ code: ErrorCode) -> Int? { ranking.firstIndex(of: code.kind) }
}
