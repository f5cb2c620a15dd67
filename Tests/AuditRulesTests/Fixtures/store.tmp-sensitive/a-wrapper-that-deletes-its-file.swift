// swift-format-ignore-file
func share(_ backup: Data) throws {
    let file = try TemporaryFileURL(fileName: "a")
    try backup.write(to: file.url)
}