// swift-format-ignore-file
protocol Cache { func removeItem(atPath path: String) }

final class Images: Cache {
    private var known: [String: Data] = [:]

    func removeItem(atPath path: String) { known[path] = nil }
}

func forget(_ images: Images, _ url: URL) { images.removeItem(atPath: url.absoluteString) }
