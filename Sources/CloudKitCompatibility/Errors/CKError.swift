public import Foundation

/// Where errors of CloudKit come from.
public let CKErrorDomain = "CKErrorDomain"
/// The seconds until a request may be repeated, in an error's user info.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// The errors of single items, in the user info of a partial failure.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The record that was fetched, in the user info of a conflict.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// The record that others saved, in the user info of a conflict.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The record that was to be saved, in the user info of a conflict.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// That the zone is gone because the user's keys were reset, in the user info of `zoneNotFound`.
public let CKErrorUserDidResetEncryptedDataKey = "CKUserDidResetEncryptedData"

/// Why a call failed.
// What is in the user info does not change: numbers, errors, and records that lock themselves.
public struct CKError: CustomNSError, LocalizedError, @unchecked Sendable {
    /// Apple's numbers (`CKError.h`).
    public enum Code: Int, Sendable {
        /// Something is wrong with CloudKit itself.
        case internalError = 1
        /// Some items failed: ``CKError/partialErrorsByItemID``.
        case partialFailure
        /// There is no network.
        case networkUnavailable
        /// There is one, and the service was not reached.
        case networkFailure
        /// The app has no such container.
        case badContainer
        /// The service does not work now.
        case serviceUnavailable
        /// Too many requests.
        case requestRateLimited
        /// The app is not entitled.
        case missingEntitlement
        /// Nobody is signed in.
        case notAuthenticated
        /// The schema does not allow it.
        case permissionFailure
        /// There is no such record.
        case unknownItem
        /// The request makes no sense.
        case invalidArguments
        /// No longer used.
        case resultsTruncated
        /// Another device was first: ``CKError/serverRecord``.
        case serverRecordChanged
        /// The service does not do it.
        case serverRejectedRequest
        /// The file of an asset is not there.
        case assetFileNotFound
        /// The file of an asset was changed while it was saved.
        case assetFileModified
        /// The app is older than the service wants.
        case incompatibleVersion
        /// A field that has to be unique is not.
        case constraintViolation
        /// The operation was cancelled.
        case operationCancelled
        /// The token is too old: everything has to be fetched anew.
        case changeTokenExpired
        /// Another item of the same atomic batch failed.
        case batchRequestFailed
        /// Others write to the zone.
        case zoneBusy
        /// The database cannot do it, such as the public one with zones.
        case badDatabase
        /// The quota has no room for it.
        case quotaExceeded
        /// There is no such zone.
        case zoneNotFound
        /// The request is too large.
        case limitExceeded
        /// The user removed the zone in the settings.
        case userDeletedZone
        /// A share has too many participants.
        case tooManyParticipants
        /// A record is shared already.
        case alreadyShared
        /// The record that another refers to is not there.
        case referenceViolation
        /// The account is managed, and may not.
        case managedAccountRestricted
        /// Who was invited has to prove an address.
        case participantMayNeedVerification
        /// The service did it, and the answer was lost.
        case serverResponseLost
        /// The file of an asset cannot be opened now.
        case assetNotAvailable
        /// The user has to sign in again.
        case accountTemporarilyUnavailable
        /// Who is invited was invited before.
        case participantAlreadyInvited

        /// Whether an error has this code, for `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CKError)?.code == code
        }
    }

    /// Which.
    public let code: Code
    /// What else is known, under the keys above.
    public let userInfo: [String: Any]

    /// Names a failure.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    init(_ code: Code, _ sentence: String, _ userInfo: [String: Any] = [:]) {
        self.init(code, userInfo: userInfo.merging([NSLocalizedDescriptionKey: sentence]) { $1 })
    }

    /// `CKErrorDomain`.
    public static var errorDomain: String { CKErrorDomain }
    /// Apple's number.
    public var errorCode: Int { code.rawValue }
    /// The same as ``userInfo``, for those who know the error as an `NSError`.
    public var errorUserInfo: [String: Any] { userInfo }
    /// The sentence of what lies beneath; nil without.
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    /// The seconds until the request may be repeated.
    public var retryAfterSeconds: Double? {
        (userInfo[CKErrorRetryAfterKey] as? NSNumber)?.doubleValue
    }
    /// The errors of single items by their names, which are a `CKRecord.ID` or a `CKRecordZone.ID`.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }
    /// The record that was fetched before it was changed.
    public var ancestorRecord: CKRecord? {
        userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
    }
    /// The record that others saved: what is merged is saved with it.
    public var serverRecord: CKRecord? {
        userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
    }
    /// The record that was to be saved.
    public var clientRecord: CKRecord? {
        userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
    }
}

extension CKError: Hashable {
    /// Equal when the codes are.
    public static func == (left: CKError, right: CKError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
