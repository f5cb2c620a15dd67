// swift-format-ignore-file
final class AppDelegate: UIResponder {
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
        print("opened \(url)")  // expect: store.log-personal
        print("opened with \(options.count)")
        return true
    }
    func application(_ app: UIApplication, other url: URL) { print("other \(url)") }
    func load(_ url: URL) { print("loads \(url)") }
}
