// swift-format-ignore-file
func keep(_ bytes: Data) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try bytes.write(to: folder.appendingPathComponent("diary.json"))
}