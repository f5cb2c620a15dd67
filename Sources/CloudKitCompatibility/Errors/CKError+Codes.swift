/// The codes as `catch CKError.zoneNotFound` and the like name them.
extension CKError {
    /// Something is wrong with CloudKit itself.
    public static var internalError: Code { .internalError }
    /// Some items failed: ``partialErrorsByItemID``.
    public static var partialFailure: Code { .partialFailure }
    /// There is no network.
    public static var networkUnavailable: Code { .networkUnavailable }
    /// There is one, and the service was not reached.
    public static var networkFailure: Code { .networkFailure }
    /// The app has no such container.
    public static var badContainer: Code { .badContainer }
    /// The service does not work now.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// Too many requests.
    public static var requestRateLimited: Code { .requestRateLimited }
    /// The app is not entitled.
    public static var missingEntitlement: Code { .missingEntitlement }
    /// Nobody is signed in.
    public static var notAuthenticated: Code { .notAuthenticated }
    /// The schema does not allow it.
    public static var permissionFailure: Code { .permissionFailure }
    /// There is no such record.
    public static var unknownItem: Code { .unknownItem }
    /// The request makes no sense.
    public static var invalidArguments: Code { .invalidArguments }
    /// No longer used.
    public static var resultsTruncated: Code { .resultsTruncated }
    /// Another device was first: ``serverRecord``.
    public static var serverRecordChanged: Code { .serverRecordChanged }
    /// The service does not do it.
    public static var serverRejectedRequest: Code { .serverRejectedRequest }
    /// The file of an asset is not there.
    public static var assetFileNotFound: Code { .assetFileNotFound }
    /// The file of an asset was changed while it was saved.
    public static var assetFileModified: Code { .assetFileModified }
    /// The app is older than the service wants.
    public static var incompatibleVersion: Code { .incompatibleVersion }
    /// A field that has to be unique is not.
    public static var constraintViolation: Code { .constraintViolation }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The token is too old: everything has to be fetched anew.
    public static var changeTokenExpired: Code { .changeTokenExpired }
    /// Another item of the same atomic batch failed.
    public static var batchRequestFailed: Code { .batchRequestFailed }
    /// Others write to the zone.
    public static var zoneBusy: Code { .zoneBusy }
    /// The database cannot do it, such as the public one with zones.
    public static var badDatabase: Code { .badDatabase }
    /// The quota has no room for it.
    public static var quotaExceeded: Code { .quotaExceeded }
    /// There is no such zone.
    public static var zoneNotFound: Code { .zoneNotFound }
    /// The request is too large.
    public static var limitExceeded: Code { .limitExceeded }
    /// The user removed the zone in the settings.
    public static var userDeletedZone: Code { .userDeletedZone }
    /// A share has too many participants.
    public static var tooManyParticipants: Code { .tooManyParticipants }
    /// A record is shared already.
    public static var alreadyShared: Code { .alreadyShared }
    /// The record that another refers to is not there.
    public static var referenceViolation: Code { .referenceViolation }
    /// The account is managed, and may not.
    public static var managedAccountRestricted: Code { .managedAccountRestricted }
    /// Who was invited has to prove an address.
    public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
    /// The service did it, and the answer was lost.
    public static var serverResponseLost: Code { .serverResponseLost }
    /// The file of an asset cannot be opened now.
    public static var assetNotAvailable: Code { .assetNotAvailable }
    /// The user has to sign in again.
    public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
    /// Who is invited was invited before.
    public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}
