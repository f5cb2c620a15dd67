// swift-format-ignore-file
func fill(_ record: CKRecord, _ user: User) { record["name"] = user.fullName }  // expect: cloud.no-encrypted-values
