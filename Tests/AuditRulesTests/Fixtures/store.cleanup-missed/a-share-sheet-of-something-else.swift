// swift-format-ignore-file
final class Page {
    let link = URL(string: "https://example.com")!

    func share(_ photo: UIImage, _ page: URL) {
        present(UIActivityViewController(activityItems: [link], applicationActivities: nil))
        present(UIActivityViewController(activityItems: [photo], applicationActivities: nil))
        present(UIActivityViewController(activityItems: [page], applicationActivities: nil))
    }
}
