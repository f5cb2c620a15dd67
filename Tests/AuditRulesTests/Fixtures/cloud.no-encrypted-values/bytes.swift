// swift-format-ignore-file
import CloudKit

func fill(_ record: CKRecord, _ secret: Data, _ accessToken: String) {
    record["a"] = accessToken as CKRecordValue  // expect: cloud.no-encrypted-values
    record["b"] = secret as CKRecordValue  // expect: cloud.no-encrypted-values
}
