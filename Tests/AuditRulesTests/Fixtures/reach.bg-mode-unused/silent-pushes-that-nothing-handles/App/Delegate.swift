// swift-format-ignore-file
final class A { func application(_ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken: Data) {} }
