// swift-format-ignore-file
func keep(_ text: Data) throws {
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try (documents.appendingPathComponent("Maps") as NSURL).setResourceValue(true, forKey: .isExcludedFromBackupKey)
    try text.write(to: documents.appendingPathComponent("diary.json"))
}
