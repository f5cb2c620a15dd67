// swift-format-ignore-file
func fill(_ record: CKRecord, _ account: Account) {
    record["password"] = account.isPasswordSet
    record["emails"] = account.emails.count
    record["credential"] = account.credentialID
}
