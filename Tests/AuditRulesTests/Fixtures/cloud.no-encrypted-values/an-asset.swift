// swift-format-ignore-file
func fill(_ record: CKRecord, _ file: URL) {
    record["credentials"] = CKAsset(fileURL: file)
    let drafts = CKAsset(fileURL: file)
    record["drafts"] = drafts
}
