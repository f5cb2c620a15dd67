// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        var text = ""
        for index in 0..<deviceToken.count { text += String(format: "%02x", deviceToken[index]) }
        print(text)  // expect: notify.token-logged
    }
}
