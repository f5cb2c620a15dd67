// swift-format-ignore-file
func read(_ record: CKRecord) -> Account {
    let account = Account()
    account.password = record["password"] as? String
    return account
}
