// swift-format-ignore-file
func fill(_ record: CKRecord, _ name: String, _ value: String) {
    record[name] = value
    CKContainer.default().privateCloudDatabase.save(record) { _, _ in }
}
func save(_ record: CKRecord, _ user: User) { fill(record, "email", user.email) }
