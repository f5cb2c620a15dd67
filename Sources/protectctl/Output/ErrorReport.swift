import AuditPolicy
import ConfigurationProfiles
import ContentRestrictions
import DeviceIdentifiers
import DeviceSimulation
import Documents
import FoundationEssentials
import KeyManagement
import Preferences
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A failure as the user gets it: a code, a sentence, a way out, an exit status.
struct ErrorReport {
    let code: ErrorCode
    let message: String
    let path: String?
    let retryAfter: Duration?
    /// Advice for this very case; nil for the table's.
    private let advice: String?
    /// The command that failed, as it is called; some advice depends on it.
    private var command: String?

    init(
        _ code: ErrorCode,
        _ message: String,
        path: String? = nil,
        retryAfter: Duration? = nil,
        hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.retryAfter = retryAfter
        advice = hint
    }

    /// Nil for errors that are not ours: those of the argument parser, and exit codes.
    init?(_ error: any Error) {
        switch error {
        case let error as ProtectionError where error.cause is ToolError:
            // A source of ours failed within the store's work, which has no message for that.
            guard let cause = error.cause else { return nil }
            self.init(cause)
        case let error as ProtectionError:
            self.init(
                error.code,
                error.message,
                path: error.path,
                retryAfter: error.retryAfter,
                hint: ErrorHint.text(for: error)
            )
        case let error as ToolError:
            self.init(error.code, error.message, path: error.path, hint: error.hint)
        case let error as DurationTextError:
            self.init(.invalidArgument, "\(error)")
        case let error as ScenarioError:
            self.init(error.code, error.description, path: error.file)
        case let error as PolicyError:
            self.init(error)
        case let error as SystemError:
            self.init(error)
        case let error as CocoaError:
            self.init(error)
        case let error as CryptoError:
            let error = ProtectionError(error, "the data")
            self.init(error.code, error.message)
        default:
            return nil
        }
    }

    /// The exit status of the contract.
    var status: Int32 { Self.status(of: code) }

    /// sysexits(3), by code.
    static func status(of code: ErrorCode) -> Int32 {
        switch code.kind {
        case .invalidArgument, .isADirectory, .notADirectory, .directoryNotEmpty, .handleClosed,
            .passcodeRequired, .passcodeNotSet, .passcodePolicy, .limitExceeded:
            64
        case .authenticationFailure, .rolledBack, .unsupportedVersion, .malformedPolicy,
            .malformedProfile, .malformedScenario, .malformedRating, .malformedReport,
            .malformedPayload, .payloadTooLarge, .referenceViolation, .malformedSchema,
            .malformedPredicate:
            65
        case .notFound, .deviceNotFound, .deviceKeyMissing, .deviceErased, .noApplication,
            .zoneNotFound, .userDeletedZone, .encryptedDataReset, .assetNotFound:
            66
        case .agentUnreachable, .cipherUnavailable, .chipUnavailable, .networkUnavailable,
            .serviceUnavailable:
            69
        case .internalError: 70
        case .alreadyExists, .deviceExists: 73
        case .inputOutput, .noSpace, .quotaExceeded: 74
        case .protectedDataUnavailable, .defaultsUnreadable, .passcodeDelayed, .deviceOff, .busy,
            .timedOut, .authenticationRequired, .expired, .serverRecordChanged, .batchFailed,
            .changeTokenExpired, .rateLimited, .zoneBusy, .assetModified:
            75
        case .passcodeIncorrect, .permissionDenied, .notAuthorized, .notTrusted, .pairingFailed,
            .restricted, .notAuthenticated:
            77
        case .partialFailure: 1
        }
    }

    /// The way out; nil where there is no more to say than the message.
    var hint: String? {
        advice ?? ErrorHint.text(for: code, of: command, retryAfter: retryAfter)
    }

    /// The same failure, as that of a command.
    func of(command: String) -> ErrorReport {
        var report = self
        report.command = command
        return report
    }

    /// Prints the failure; `withHint` matters for prose only, where many failures need one hint.
    func print(asJSON: Bool, withHint: Bool = true) {
        // Names in it may hold control sequences.
        Self.write(asJSON ? json : "protectctl: error: \(message.printable)\n")
        if !asJSON, withHint { printHint() }
    }

    /// Prints the way out, in prose.
    func printHint() {
        if let hint { Self.write("protectctl: hint: \(hint.printable)\n") }
    }

    private static func write(_ text: String) {
        try? HostStream.standardError.write(Array(text.utf8).span.bytes)
    }

    /// The document on standard error, and what the agent tells `boot` when it cannot start.
    var json: String {
        let body = Body(
            code: code.description,
            message: message,
            hint: hint,
            path: path,
            retryAfter: retryAfter.map { (Double($0.wholeMilliseconds) / 1_000).rounded(.up) }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(["error": body]) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    struct Body: Codable {
        let code: String
        let message: String
        let hint: String?
        let path: String?
        let retryAfter: Double?
    }
}

extension ErrorReport {
    /// The first of what is wrong in policies, and how much more there is.
    init(_ error: PolicyError) {
        let first = error.problems.first
        let others = error.problems.count - 1
        self.init(
            ErrorCode(.malformedPolicy),
            (first.map { "\($0)" } ?? "a policy cannot be read")
                + (others > 0 ? " (and \(others) more)" : ""),
            path: first?.file,
            hint: others > 0 ? "'protectctl policy check' names all of them" : nil
        )
    }
}
