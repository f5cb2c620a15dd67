// swift-format-ignore-file
func keep(_ privateKey: Data) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try privateKey.write(to: folder.appendingPathComponent("a"))  // expect: store.backup-not-excluded
    try privateKey.write(to: folder.appendingPathComponent("b"))
}
