// swift-format-ignore-file
final class A {
    func start(_ application: UIApplication) { application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalNever) }
    func application(_ application: UIApplication, performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) { }
}
