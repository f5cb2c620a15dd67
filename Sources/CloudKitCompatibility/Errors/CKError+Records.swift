import CloudRecords
import Foundation

extension ProtectionError {
    /// The error that code written for Apple's module knows.
    func asApps(_ account: AccountStatus = .available) -> CKError {
        var info: [String: Any] = [:]
        if let retryAfter { info[CKErrorRetryAfterKey] = NSNumber(value: retryAfter / .seconds(1)) }
        if code == .encryptedDataReset { info[CKErrorUserDidResetEncryptedDataKey] = true }
        if let conflict = cause as? RecordConflict {
            info[CKRecordChangedErrorClientRecordKey] = CKRecord(conflict.client)
            info[CKRecordChangedErrorServerRecordKey] = CKRecord(conflict.server)
            info[CKRecordChangedErrorAncestorRecordKey] = conflict.ancestor.map { CKRecord($0) }
        }
        return CKError(appsCode(account), message, info)
    }

    private func appsCode(_ account: AccountStatus) -> CKError.Code {
        switch code {
        case .notAuthenticated:
            account == .unavailable ? .accountTemporarilyUnavailable : .notAuthenticated
        case .networkUnavailable: cause is LostAnswer ? .serverResponseLost : .networkUnavailable
        case .serviceUnavailable: .serviceUnavailable
        case .rateLimited: .requestRateLimited
        case .zoneBusy: .zoneBusy
        case .permissionDenied: .permissionFailure
        case .notFound: .unknownItem
        case .zoneNotFound, .encryptedDataReset: .zoneNotFound
        case .userDeletedZone: .userDeletedZone
        case .serverRecordChanged: .serverRecordChanged
        case .batchFailed: .batchRequestFailed
        case .partialFailure: .partialFailure
        case .quotaExceeded: .quotaExceeded
        case .limitExceeded: .limitExceeded
        case .changeTokenExpired: .changeTokenExpired
        case .referenceViolation: .referenceViolation
        case .assetNotFound: .assetFileNotFound
        case .invalidArgument, .malformedPredicate, .malformedSchema: .invalidArguments
        default: .internalError
        }
    }
}

extension CKError {
    /// The failure of some items; nil when none failed.
    init?(failures: [AnyHashable: any Error]) {
        guard !failures.isEmpty else { return nil }
        self.init(
            .partialFailure,
            "\(failures.count) \(failures.count == 1 ? "item" : "items") failed",
            [CKPartialErrorsByItemIDKey: failures]
        )
    }
}
