// swift-format-ignore-file
func save(_ record: CKRecord, _ level: String) {
    record["level"] = level
    CKContainer.default().publicCloudDatabase.save(record) { _, _ in }
}