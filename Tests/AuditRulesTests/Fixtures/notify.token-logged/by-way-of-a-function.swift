// swift-format-ignore-file
final class Push {
    func register(_ token: Data) { os_log("registered %{public}@", token.hexString) }
}
final class Delegate: UIResponder, UIApplicationDelegate {
    let push = Push()
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        push.register(deviceToken)  // expect: notify.token-logged
    }
}
