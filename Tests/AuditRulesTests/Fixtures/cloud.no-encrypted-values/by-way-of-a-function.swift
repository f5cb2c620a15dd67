// swift-format-ignore-file
extension CKRecord {
    func put(_ value: String, under name: String) { self[name] = value }
}
func fill(_ record: CKRecord, _ account: Account) {
    record.put(account.password, under: "a")  // expect: cloud.no-encrypted-values
    record.put(account.theme, under: "b")
}
