// swift-format-ignore-file
func fill(_ record: CKRecord, _ name: String, _ value: String) {
    record.setObject(value as NSString, forKey: name)
    CKContainer.default().publicCloudDatabase.save(record) { _, _ in }
}
func save(_ record: CKRecord, _ user: User) {
    fill(record, "a", user.phoneNumber)  // expect: cloud.public-personal
    fill(record, "b", user.level)
}
