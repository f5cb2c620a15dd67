// swift-format-ignore-file
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ application: UIApplication) { queue.sync { store.save() } }
}
