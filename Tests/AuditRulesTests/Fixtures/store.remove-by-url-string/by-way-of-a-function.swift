// swift-format-ignore-file
func clean(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

func finish(_ recording: URL, _ other: URL) {
    clean(recording.absoluteString)  // expect: store.remove-by-url-string
    clean(other.path)
}
