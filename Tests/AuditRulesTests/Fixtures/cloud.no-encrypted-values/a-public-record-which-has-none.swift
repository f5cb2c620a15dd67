// swift-format-ignore-file
func save(_ record: CKRecord, _ email: String) {
    record["email"] = email
    CKContainer.default().publicCloudDatabase.save(record) { _, _ in }
}
