// swift-format-ignore-file
func fill(_ record: CKRecord, _ account: Account) throws {
    record.setValue(try Box.shared.encrypt(account.secret), forKey: "secret")
    let sealed = try Box.shared.encrypt(account.password)
    record["password"] = sealed
}
