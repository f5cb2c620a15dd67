// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        let status = service.register(deviceToken)
        print("registered: \(status), \(deviceToken.isEmpty)")
    }
}
