// swift-format-ignore-file
import os
final class Delegate: UIResponder, UIApplicationDelegate {
    let logger = Logger(subsystem: "a", category: "b")
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        logger.info("registered \(deviceToken.base64EncodedString())")
    }
}
