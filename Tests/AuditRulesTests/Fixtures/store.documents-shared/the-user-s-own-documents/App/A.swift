// swift-format-ignore-file
func keep(_ drawing: Data) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try drawing.write(to: folder.appendingPathComponent("a"))
}