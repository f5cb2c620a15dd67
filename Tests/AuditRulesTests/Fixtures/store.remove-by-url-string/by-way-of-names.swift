// swift-format-ignore-file
final class Export {
    private let place: URL
    private let path: String
    private var address: String { place.absoluteString }

    init(place: URL) {
        self.place = place
        path = place.absoluteString
    }

    func finish() throws {
        let local = place.appendingPathComponent("a.zip").absoluteString
        try FileManager.default.removeItem(atPath: local)  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(atPath: path)  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(atPath: address)  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(atPath: "\(place)")  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(atPath: place.description)  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(at: URL(fileURLWithPath: local))  // expect: store.remove-by-url-string
        unlink(local)  // expect: store.remove-by-url-string
    }
}
