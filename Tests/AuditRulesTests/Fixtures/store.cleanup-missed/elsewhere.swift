// swift-format-ignore-file
func replace(_ password: Data, _ folder: URL, _ isShort: Bool) throws {
    let file = folder.appendingPathComponent("a")
    try password.write(to: file)
    if isShort { return }
    try FileManager.default.removeItem(at: file)
}

func write(_ password: Data, _ isShort: Bool) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    try? FileManager.default.removeItem(at: file)
    try password.write(to: file)
    return file
}
