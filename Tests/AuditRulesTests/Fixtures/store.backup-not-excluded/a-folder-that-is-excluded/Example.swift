// swift-format-ignore-file
final class DiaryStore {
    private var folder: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appendingPathComponent("private")
    }

    func prepare() throws {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = folder
        try folder.setResourceValues(values)
    }

    func keep(_ text: Data) throws { try text.write(to: folder.appendingPathComponent("diary.json")) }
}
