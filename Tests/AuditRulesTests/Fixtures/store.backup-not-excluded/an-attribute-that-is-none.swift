// swift-format-ignore-file
func exclude(_ path: String) throws {
    let attributes = [FileAttributeKey(rawValue: URLResourceKey.isExcludedFromBackupKey.rawValue): true]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)  // expect: store.backup-not-excluded
}
