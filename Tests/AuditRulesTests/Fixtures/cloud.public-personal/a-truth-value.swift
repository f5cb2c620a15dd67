// swift-format-ignore-file
func save(_ record: CKRecord) {
    record["email"] = true
    CKContainer.default().publicCloudDatabase.save(record) { _, _ in }
}