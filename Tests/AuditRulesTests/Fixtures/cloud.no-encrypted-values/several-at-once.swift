// swift-format-ignore-file
func fill(_ account: Account) -> CKRecord {
    let record = CKRecord(recordType: "Account")
    record.setValuesForKeys(["a": account.theme, "b": account.recoveryPhrase])  // expect: cloud.no-encrypted-values
    return record
}
