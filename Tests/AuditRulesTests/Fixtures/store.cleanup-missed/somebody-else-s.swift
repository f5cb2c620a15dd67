// swift-format-ignore-file
final class Importer {
    func open(_ url: URL, _ folder: URL?) -> Bool {
        guard let folder else { return false }
        if url.lastPathComponent == "index" {
            try? FileManager.default.removeItem(at: url)
            return true
        }
        read(url, folder)
        try? FileManager.default.removeItem(at: url)
        return true
    }

    func load(_ url: URL, _ isWanted: Bool) {
        guard isWanted else { return }
        client.load { self.show($0) }
        try? FileManager.default.removeItem(at: url)
    }
}
