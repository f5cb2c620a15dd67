// swift-format-ignore-file
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    let coordinator = Coordinator()
    func applicationWillResignActive(_ application: UIApplication) { coordinator.leave() }
}
final class Coordinator {
    func leave() { splashCoordinator.start() }
}
