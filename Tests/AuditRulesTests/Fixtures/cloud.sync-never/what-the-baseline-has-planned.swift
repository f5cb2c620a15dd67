// swift-format-ignore-file
func fill(_ record: CKRecord, _ account: Account) {
    record.encryptedValues["a"] = account.password
}
