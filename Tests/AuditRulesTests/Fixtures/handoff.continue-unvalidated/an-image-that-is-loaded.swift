// swift-format-ignore-file
struct Root: View {
    var body: some View { Text("a").onOpenURL { url in loader.load(url) } }
}
