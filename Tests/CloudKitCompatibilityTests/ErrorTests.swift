import CloudKit
import Testing

@Suite("errors under Apple's names")
struct ErrorTests {
    /// `CKError.h`.
    private static let codes: [(CKError.Code, Int)] = [
        (CKError.internalError, 1), (CKError.partialFailure, 2), (CKError.networkUnavailable, 3),
        (CKError.networkFailure, 4), (CKError.badContainer, 5), (CKError.serviceUnavailable, 6),
        (CKError.requestRateLimited, 7), (CKError.missingEntitlement, 8),
        (CKError.notAuthenticated, 9), (CKError.permissionFailure, 10), (CKError.unknownItem, 11),
        (CKError.invalidArguments, 12), (CKError.resultsTruncated, 13),
        (CKError.serverRecordChanged, 14), (CKError.serverRejectedRequest, 15),
        (CKError.assetFileNotFound, 16), (CKError.assetFileModified, 17),
        (CKError.incompatibleVersion, 18), (CKError.constraintViolation, 19),
        (CKError.operationCancelled, 20), (CKError.changeTokenExpired, 21),
        (CKError.batchRequestFailed, 22), (CKError.zoneBusy, 23), (CKError.badDatabase, 24),
        (CKError.quotaExceeded, 25), (CKError.zoneNotFound, 26), (CKError.limitExceeded, 27),
        (CKError.userDeletedZone, 28), (CKError.tooManyParticipants, 29),
        (CKError.alreadyShared, 30), (CKError.referenceViolation, 31),
        (CKError.managedAccountRestricted, 32), (CKError.participantMayNeedVerification, 33),
        (CKError.serverResponseLost, 34), (CKError.assetNotAvailable, 35),
        (CKError.accountTemporarilyUnavailable, 36), (CKError.participantAlreadyInvited, 37),
    ]

    @Test("the codes have Apple's numbers")
    func numbers() {
        for (code, number) in Self.codes {
            #expect(code.rawValue == number)
            #expect(CKError(code).errorCode == number)
        }
        #expect(CKError.errorDomain == CKErrorDomain)
    }

    @Test("an error is caught by its code, and knows what is in its user info")
    func catching() {
        let id = CKRecord.ID(recordName: "a")
        let record = CKRecord(recordType: "Note", recordID: id)
        let info: [String: Any] = [
            CKErrorRetryAfterKey: NSNumber(value: 3.0),
            CKPartialErrorsByItemIDKey: [id: CKError(.zoneBusy)] as [AnyHashable: any Error],
            CKRecordChangedErrorServerRecordKey: record,
            CKRecordChangedErrorClientRecordKey: record,
            CKRecordChangedErrorAncestorRecordKey: record,
        ]
        do { throw CKError(.partialFailure, userInfo: info) } catch CKError.partialFailure {} catch
        {
            Issue.record("not caught")
        }
        let error = CKError(.partialFailure, userInfo: info)
        #expect(error.retryAfterSeconds == 3)
        #expect((error.partialErrorsByItemID?[id] as? CKError)?.code == .zoneBusy)
        #expect(
            (error.userInfo[CKPartialErrorsByItemIDKey] as? [CKRecord.ID: any Error])?.count == 1
        )
        #expect(error.serverRecord === record && error.clientRecord === record)
        #expect(error.ancestorRecord === record)
        #expect(error.errorUserInfo.count == info.count && error.errorDescription == nil)
    }
}
