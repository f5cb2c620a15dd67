// swift-format-ignore-file
func keep(_ text: Data) throws {
    let folder = FileManager.default.url(forUbiquityContainerIdentifier: nil)!
    try text.write(to: folder.appendingPathComponent("mine.diary"))  // expect: cloud.sync-never
    try text.write(to: folder.appendingPathComponent("mine.theme"))
}
