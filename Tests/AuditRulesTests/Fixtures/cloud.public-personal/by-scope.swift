// swift-format-ignore-file
func save(_ record: CKRecord, _ phoneNumber: String) {
    record["a"] = phoneNumber  // expect: cloud.public-personal
    CKContainer.default().database(with: .public).save(record) { _, _ in }
}