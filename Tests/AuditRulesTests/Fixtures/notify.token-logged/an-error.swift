// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        print("not registered: \(error)")
    }
}
