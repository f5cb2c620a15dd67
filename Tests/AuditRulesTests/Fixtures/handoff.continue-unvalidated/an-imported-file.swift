// swift-format-ignore-file
struct Root: View {
    var body: some View {
        Text("a").onOpenURL { url in
            library.add(url)
            try? FileManager.default.removeItem(at: url)
        }
    }
}
