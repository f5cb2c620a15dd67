// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        #if DEBUG
        print(deviceToken.hexString)
        #endif
    }
}
