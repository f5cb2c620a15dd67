// swift-format-ignore-file
func play(_ sound: Data) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.caf")
    try sound.write(to: url)
}