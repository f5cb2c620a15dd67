// swift-format-ignore-file
func fill(_ record: CKRecord, _ diary: Diary) {
    record["a"] = diary.id
    record["b"] = diary.pages.count
}
