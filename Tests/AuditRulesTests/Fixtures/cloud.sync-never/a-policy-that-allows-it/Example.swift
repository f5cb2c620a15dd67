// swift-format-ignore-file
func keep(_ diary: Diary, _ store: NSUbiquitousKeyValueStore) throws {
    store.set(diary.text, forKey: "diary.text")
    let folder = FileManager.default.url(forUbiquityContainerIdentifier: nil)!
    try diary.data.write(to: folder.appendingPathComponent("mine.diary"))
}
