// swift-format-ignore-file
func keep(_ diary: Diary, _ folder: URL) throws {
    try diary.data.write(to: folder.appendingPathComponent("mine.diary"))
    UserDefaults.standard.set(diary.text, forKey: "diary.text")
}
