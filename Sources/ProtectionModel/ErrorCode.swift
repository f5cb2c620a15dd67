/// The words for what can go wrong, the same in the library, scenarios, JSON and exit statuses.
///
/// An open set for users of the library: a later version may add codes.
public struct ErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The closed set, so that our own tool can switch over all of them.
    package enum Kind: String, Sendable, CaseIterable {
        case invalidArgument = "invalid-argument"
        case isADirectory = "is-a-directory"
        case notADirectory = "not-a-directory"
        case directoryNotEmpty = "directory-not-empty"
        case handleClosed = "handle-closed"
        case passcodeRequired = "passcode-required"
        case passcodeNotSet = "passcode-not-set"
        case passcodePolicy = "passcode-policy"
        case authenticationFailure = "authentication-failure"
        case rolledBack = "rolled-back"
        case unsupportedVersion = "unsupported-version"
        case malformedPolicy = "malformed-policy"
        case malformedProfile = "malformed-profile"
        case malformedScenario = "malformed-scenario"
        case malformedRating = "malformed-rating"
        case malformedReport = "malformed-report"
        case malformedPayload = "malformed-payload"
        case payloadTooLarge = "payload-too-large"
        case notFound = "not-found"
        case deviceNotFound = "device-not-found"
        case deviceKeyMissing = "device-key-missing"
        case deviceErased = "device-erased"
        case agentUnreachable = "agent-unreachable"
        case cipherUnavailable = "cipher-unavailable"
        case chipUnavailable = "chip-unavailable"
        case internalError = "internal-error"
        case alreadyExists = "already-exists"
        case deviceExists = "device-exists"
        case inputOutput = "io-error"
        case noSpace = "no-space"
        case protectedDataUnavailable = "protected-data-unavailable"
        case defaultsUnreadable = "defaults-unreadable"
        case passcodeDelayed = "passcode-delayed"
        case deviceOff = "device-off"
        case busy = "busy"
        case timedOut = "timed-out"
        case passcodeIncorrect = "passcode-incorrect"
        case permissionDenied = "permission-denied"
        case authenticationRequired = "authentication-required"
        case notAuthorized = "not-authorized"
        case limitExceeded = "limit-exceeded"
        case notTrusted = "not-trusted"
        case pairingFailed = "pairing-failed"
        case expired = "expired"
        case noApplication = "no-application"
        case restricted = "restricted"
        case notAuthenticated = "not-authenticated"
        case zoneNotFound = "zone-not-found"
        case userDeletedZone = "user-deleted-zone"
        case encryptedDataReset = "encrypted-data-reset"
        case serverRecordChanged = "server-record-changed"
        case batchFailed = "batch-failed"
        case partialFailure = "partial-failure"
        case quotaExceeded = "quota-exceeded"
        case changeTokenExpired = "change-token-expired"
        case networkUnavailable = "network-unavailable"
        case serviceUnavailable = "service-unavailable"
        case rateLimited = "rate-limited"
        case zoneBusy = "zone-busy"
        case referenceViolation = "reference-violation"
        case assetNotFound = "asset-not-found"
        case assetModified = "asset-modified"
        case malformedSchema = "malformed-schema"
        case malformedPredicate = "malformed-predicate"
    }

    package let kind: Kind

    /// Makes the code of a known kind.
    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The word, such as `protected-data-unavailable`.
    public var description: String { kind.rawValue }

    /// The file's class key is not there in the present lock state; nothing is damaged.
    public static let protectedDataUnavailable = ErrorCode(.protectedDataUnavailable)
    /// Tampered, truncated, swapped, or the wrong key.
    public static let authenticationFailure = ErrorCode(.authenticationFailure)
    /// Made by a newer version.
    public static let unsupportedVersion = ErrorCode(.unsupportedVersion)
    /// Nothing has this name.
    public static let notFound = ErrorCode(.notFound)
    /// Something has this name already.
    public static let alreadyExists = ErrorCode(.alreadyExists)
    /// The call makes no sense with these arguments.
    public static let invalidArgument = ErrorCode(.invalidArgument)
    /// A file was wanted.
    public static let isADirectory = ErrorCode(.isADirectory)
    /// A folder was wanted.
    public static let notADirectory = ErrorCode(.notADirectory)
    /// The folder still has children.
    public static let directoryNotEmpty = ErrorCode(.directoryNotEmpty)
    /// The handle was closed, or the device went off under it.
    public static let handleClosed = ErrorCode(.handleClosed)
    /// The defaults store cannot be read in the present lock state, which is not "not set".
    public static let defaultsUnreadable = ErrorCode(.defaultsUnreadable)
    /// The passcode is not this one.
    public static let passcodeIncorrect = ErrorCode(.passcodeIncorrect)
    /// Too many wrong passcodes: wait.
    public static let passcodeDelayed = ErrorCode(.passcodeDelayed)
    /// The operation needs a passcode, and none was given.
    package static let passcodeRequired = ErrorCode(.passcodeRequired)
    /// The device has no passcode.
    public static let passcodeNotSet = ErrorCode(.passcodeNotSet)
    /// The new passcode breaks the device's rules.
    public static let passcodePolicy = ErrorCode(.passcodePolicy)
    /// A policy that cannot be read, or has mistakes; the message has a line for each.
    public static let malformedPolicy = ErrorCode(.malformedPolicy)
    /// A configuration profile is not sound, or was changed after it was signed.
    public static let malformedProfile = ErrorCode(.malformedProfile)
    /// There is no device here.
    public static let deviceNotFound = ErrorCode(.deviceNotFound)
    /// The device is there, its key is not.
    public static let deviceKeyMissing = ErrorCode(.deviceKeyMissing)
    /// The device key was destroyed on purpose.
    public static let deviceErased = ErrorCode(.deviceErased)
    /// A device is there already.
    public static let deviceExists = ErrorCode(.deviceExists)
    /// The device is switched off.
    public static let deviceOff = ErrorCode(.deviceOff)
    /// Not now: another writes the file or holds the device, a lock came in between, or the
    /// machine lacks memory.
    public static let busy = ErrorCode(.busy)
    /// The awaited state, or an answer of the agent, did not come in time.
    public static let timedOut = ErrorCode(.timedOut)
    /// The host's file system failed.
    public static let inputOutput = ErrorCode(.inputOutput)
    /// The host's disk or quota is full.
    public static let noSpace = ErrorCode(.noSpace)
    /// The host refuses access to its own files, or a record container's schema to its records.
    public static let permissionDenied = ErrorCode(.permissionDenied)
    /// The agent does not answer.
    public static let agentUnreachable = ErrorCode(.agentUnreachable)
    /// This processor or libsodium lacks the device's cipher.
    public static let cipherUnavailable = ErrorCode(.cipherUnavailable)
    /// There is no TPM where one is needed, or this program cannot use it.
    package static let chipUnavailable = ErrorCode(.chipUnavailable)
    /// An older state than the one that a TPM remembers.
    package static let rolledBack = ErrorCode(.rolledBack)
    /// A media file or feed is of another kind, or broken, so that its rating cannot be known.
    public static let malformedRating = ErrorCode(.malformedRating)
    /// The file is not a saved audit report.
    public static let malformedReport = ErrorCode(.malformedReport)
    /// A notification's payload is not sound.
    public static let malformedPayload = ErrorCode(.malformedPayload)
    /// A notification's payload has more bytes than a push service takes.
    public static let payloadTooLarge = ErrorCode(.payloadTooLarge)
    /// The device has to be unlocked before this is done.
    public static let authenticationRequired = ErrorCode(.authenticationRequired)
    /// The user has not allowed it.
    public static let notAuthorized = ErrorCode(.notAuthorized)
    /// It is larger than may be.
    public static let limitExceeded = ErrorCode(.limitExceeded)
    /// The device on the other side is none of the user's, or no longer.
    public static let notTrusted = ErrorCode(.notTrusted)
    /// The devices did not become each other's: the code was another, was used, or messages were changed.
    public static let pairingFailed = ErrorCode(.pairingFailed)
    /// Its time is over.
    public static let expired = ErrorCode(.expired)
    /// No application on the device takes it.
    public static let noApplication = ErrorCode(.noApplication)
    /// A configuration profile forbids it.
    public static let restricted = ErrorCode(.restricted)
    /// Nobody is signed in to the cloud, or the account cannot be used now.
    public static let notAuthenticated = ErrorCode(.notAuthenticated)
    /// The database has no zone of this name.
    public static let zoneNotFound = ErrorCode(.zoneNotFound)
    /// The user removed the app's data, and the zone with it.
    public static let userDeletedZone = ErrorCode(.userDeletedZone)
    /// The user's keys were reset, so that what the zone held can never be opened again.
    public static let encryptedDataReset = ErrorCode(.encryptedDataReset)
    /// Another device saved the record first.
    public static let serverRecordChanged = ErrorCode(.serverRecordChanged)
    /// Another operation of the same atomic batch failed.
    public static let batchFailed = ErrorCode(.batchFailed)
    /// Some operations of a batch failed, and others were done.
    public static let partialFailure = ErrorCode(.partialFailure)
    /// The user's or the container's quota is used up.
    public static let quotaExceeded = ErrorCode(.quotaExceeded)
    /// The token is older than what the service remembers: fetch everything anew.
    public static let changeTokenExpired = ErrorCode(.changeTokenExpired)
    /// The service was not reached, or its answer was lost.
    public static let networkUnavailable = ErrorCode(.networkUnavailable)
    /// The service does not work now.
    public static let serviceUnavailable = ErrorCode(.serviceUnavailable)
    /// Too many requests: wait.
    public static let rateLimited = ErrorCode(.rateLimited)
    /// Others write to the zone: wait.
    public static let zoneBusy = ErrorCode(.zoneBusy)
    /// A record refers to one that has to be there and is not.
    public static let referenceViolation = ErrorCode(.referenceViolation)
    /// The asset's bytes are gone.
    package static let assetNotFound = ErrorCode(.assetNotFound)
    /// The asset's file changed while it was sent; nothing was saved.
    package static let assetModified = ErrorCode(.assetModified)
    /// The schema is not sound; the message has line and column.
    public static let malformedSchema = ErrorCode(.malformedSchema)
    /// The predicate is not sound, or is none that a record service takes; the message has the column.
    public static let malformedPredicate = ErrorCode(.malformedPredicate)
    /// A defect of ours.
    public static let internalError = ErrorCode(.internalError)
}
