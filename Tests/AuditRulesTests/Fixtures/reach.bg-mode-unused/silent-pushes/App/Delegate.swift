// swift-format-ignore-file
final class A { func application(_ a: UIApplication, didReceiveRemoteNotification: [AnyHashable: Any], fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void) {} }
